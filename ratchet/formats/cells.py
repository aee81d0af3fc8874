"""How much room text takes in a terminal."""

from __future__ import annotations

import unicodedata

__all__ = ["cells", "clipped", "padded"]


def cells(text: str) -> int:
    """Two cells for a wide character, none for a mark that sits on the one before it, one for any other."""
    return len(text) if text.isascii() else sum(_cell(character) for character in text)


def _cell(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me") or "\u1160" <= character <= "\u11ff":  # Hangul joins its parts
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def padded(text: str, width: int, side: str) -> str:
    """The text with blanks up to a width, on its left where `side` is `r`."""
    blanks = " " * (width - cells(text))
    return blanks + text if side == "r" else text + blanks


def clipped(text: str, width: int) -> str:
    """The text as far as it fits, with a sign that there is more."""
    if cells(text) <= width:
        return text
    end, room = 0, width - 1
    while (room := room - cells(text[end])) >= 0:
        end += 1
    return text[:end] + "…"
