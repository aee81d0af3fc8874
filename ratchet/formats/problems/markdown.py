"""Why a command could not do what it was asked for, as a comment of a pull request."""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.formats.markdown_text import MARKER, mistake_rows
from ratchet.formats.muted import muted
from ratchet.formats.style import Style
from ratchet.model.errors import Mistake

__all__ = ["render"]


def render(mistakes: Sequence[Mistake], _style: Style) -> str:
    """A row for each mistake."""
    return muted("\n".join([MARKER, "### ratchet: cannot judge", "", *mistake_rows(mistakes)]).rstrip("\n") + "\n")
