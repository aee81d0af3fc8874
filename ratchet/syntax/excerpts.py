"""Some stretches of a source as a text of its own: to search and to parse it costs nothing for what is left out."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from ratchet.model.value import frozen
from ratchet.syntax.scoping import Stretch

__all__ = ["Excerpt", "excerpt"]


@frozen
class Excerpt:
    """A text of stretches, in order, with as many line ends between them as were there: each line has its number.

    `starts` is where each stretch begins in the text, `moved` how far it was moved to get there.
    """

    text: bytes
    starts: tuple[int, ...]
    moved: tuple[int, ...]

    def start(self, offset: int) -> int:
        """Where in the source something is that begins at an offset of the text."""
        return offset + self.moved[max(0, bisect_right(self.starts, offset) - 1)]

    def end(self, offset: int) -> int:
        """Where in the source something ends that ends at an offset of the text."""
        return offset + self.moved[max(0, bisect_left(self.starts, offset) - 1)]


def excerpt(source: bytes, stretches: Iterable[Stretch]) -> Excerpt:
    """The excerpt of some stretches of a source, which are in order and apart."""
    pieces: list[bytes] = []
    starts, moved = [], []
    at = size = 0
    for start, end in stretches:
        lines = source.count(b"\n", at, start)
        pieces += b"\n" * lines, source[start:end]
        starts.append(size + lines)
        moved.append(start - size - lines)
        size += lines + end - start
        at = end
    return Excerpt(b"".join(pieces), tuple(starts), tuple(moved))
