"""How a report is to look: colours, how much of it, and in which layout."""

from __future__ import annotations

from enum import StrEnum

from ratchet.formats.paint import PLAIN, Paint
from ratchet.model.value import frozen

__all__ = ["Layout", "Style"]


class Layout(StrEnum):
    """How text shows sites: with their code, in a line each, in a line each under their file, or as numbers by rule."""

    FULL = "full"
    CONCISE = "concise"
    GROUPED = "grouped"
    STATISTICS = "statistics"


@frozen
class Style:
    """What a format may look at besides its report; `expires` is the date that a suggested waiver would carry."""

    paint: Paint = PLAIN
    most: int = 50
    expires: str = "YYYY-MM-DD"
    layout: Layout = Layout.FULL
