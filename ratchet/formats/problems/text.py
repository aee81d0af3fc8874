"""Why a command could not do what it was asked for, for people."""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.formats.mistakes import mistake_lines
from ratchet.formats.style import Style
from ratchet.model.errors import Mistake

__all__ = ["render"]


def render(mistakes: Sequence[Mistake], style: Style) -> str:
    """Every mistake, as it stands on stderr."""
    return "\n".join(mistake_lines(mistakes, "error", style.paint)) + "\n"
