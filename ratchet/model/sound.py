"""Regular expressions that mean the same to every Python.

Before 3.11.5 a possessive group that fails halfway keeps what it had eaten (CPython 100061, 106052), so that a comment
may end too late. An atomic group around a greedy one matches the same, and takes memory for each round.
"""

from __future__ import annotations

import re
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import AnyStr

__all__ = ["IS_SOUND", "compiled", "without_possessive_groups"]

IS_SOUND = sys.version_info >= (3, 11, 5)
"""Whether possessive groups mean what they should."""

# A backslash and a letter, a class of letters, a bracket, or a closing one with what says how often the group is there.
_PIECE = r"\\[\s\S]|\[\^?\]?(?:[^\]\\]|\\[\s\S])*\]|(\()|(\)(?:[*+?]|\{[0-9,]+\}))\+|(\))"


def compiled(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """The compiled expression."""
    return re.compile(text if IS_SOUND else without_possessive_groups(text), flags)


def without_possessive_groups(text: AnyStr) -> AnyStr:
    """The same expression without possessive groups."""
    if isinstance(text, bytes):
        return _rewritten(text.decode("latin-1")).encode("latin-1")
    return _rewritten(text)


def _rewritten(text: str) -> str:
    pieces: list[str] = []
    openings: list[int] = []
    at = 0
    for found in re.finditer(_PIECE, text):
        pieces.append(text[at : found.start()])
        at = found.end()
        opening, repeated, closing = found.groups()
        if opening:
            openings.append(len(pieces))
        start = openings.pop() if repeated or closing else 0
        if repeated:
            pieces[start] = "(?>" + pieces[start]
        pieces.append(f"{repeated})" if repeated else found[0])
    return "".join((*pieces, text[at:]))
