"""Why a command could not do what it was asked for, for scripts that read line by line."""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.formats.lines_json import cut
from ratchet.formats.problems.json import document
from ratchet.formats.style import Style
from ratchet.model.errors import Mistake

__all__ = ["render"]


def render(mistakes: Sequence[Mistake], _style: Style) -> str:
    """The head of the report, then a line for each mistake."""
    return cut(document(mistakes))
