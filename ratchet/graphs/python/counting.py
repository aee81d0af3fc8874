"""Lines and columns of places that are asked for in their order."""

from __future__ import annotations

__all__ = ["Counter"]


class Counter:
    """Counts on from the last place, so that a file of one long line costs no more than others."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._counted = 0
        self._line = 1
        self._column = 1

    def place(self, place: int) -> tuple[int, int]:
        """The line and the column of a place, both from 1, columns in characters."""
        feeds = self._text.count(b"\n", self._counted, place)
        if feeds:
            self._line += feeds
            self._column = 1
            self._counted = self._text.rfind(b"\n", self._counted, place) + 1
        before = self._text[self._counted : place]
        self._column += len(before) if before.isascii() else len(before.decode("utf-8", "replace"))
        self._counted = place
        return self._line, self._column
