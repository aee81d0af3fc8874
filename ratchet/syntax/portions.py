"""Which items of a source have to be parsed: those that may hold a match, or that speak of more than themselves."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from ratchet.syntax.lens import Lens
from ratchet.syntax.scoping import Items, Stretch
from ratchet.syntax.words import places

__all__ = ["to_parse"]


def to_parse(lens: Lens, text: bytes, items: Items) -> tuple[Stretch, ...]:
    """The stretches of a plain source, in order, with neighbours as one."""
    starts = [start for start, _ in items.stretches]
    wanted: list[Stretch] = []
    for number in sorted({bisect_right(starts, offset) - 1 for offset in _offsets(lens, text, items)}):
        start, end = items.stretches[number]
        if wanted and wanted[-1][1] == start:
            start = wanted.pop()[0]
        wanted.append((start, end))
    return tuple(wanted)


def _offsets(lens: Lens, text: bytes, items: Items) -> Iterator[int]:
    """Where an item may hold a match, or speaks of more than itself."""
    yield from items.telling
    for word, guide in lens.by_word.items():
        in_prose = any(facet.need.prose for facet in guide.facets)
        yield from places(word, text if in_prose else items.code)
    for word in sorted({word for facet in lens.wide for word in facet.need.words}):
        at = text.find(word)
        while at >= 0:
            yield at
            at = text.find(word, at + 1)
