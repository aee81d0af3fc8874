"""Which items of a source have to be parsed: those that may hold a match, or that speak of more than themselves."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Set

from ratchet.model.value import frozen
from ratchet.syntax.late import late
from ratchet.syntax.lens import Lens
from ratchet.syntax.scoping import Items, Stretch
from ratchet.syntax.wanted import EVERYTHING, Extent
from ratchet.syntax.words import every_place, places

_BLANK = late(rb"\s*+")

__all__ = ["Portion", "joined", "to_parse"]


@frozen
class Portion:
    """The items of a source that have to be parsed, in order, and whether tests that may say something are not."""

    items: tuple[Stretch, ...]
    leaves_tests: bool

    def parts(self, most: int) -> list[list[Stretch]]:
        """The items in parts of so many bytes, or of one item."""
        parts: list[list[Stretch]] = []
        room = 0
        for start, end in self.items:
            if end - start > room:
                parts.append([])
                room = most
            parts[-1].append((start, end))
            room -= end - start
        return parts


def joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Stretches in order, neighbours as one."""
    found: list[Stretch] = []
    for start, end in stretches:
        found.append((found.pop()[0] if found and found[-1][1] == start else start, end))
    return found


def to_parse(lens: Lens, text: bytes, items: Items, extent: Extent = EVERYTHING) -> Portion:
    """The items of a plain source that may hold a match, or speak of more than themselves."""
    starts = [start for start, _ in items.stretches]

    def by_number(offsets: Iterable[int]) -> dict[int, int]:
        """Which items some offsets are in, each with the first of them."""
        return {bisect_right(starts, offset) - 1: offset for offset in sorted(offsets, reverse=True)}

    telling, found = by_number(items.telling), by_number(_hits(lens, text, items))
    left = found.keys() - telling.keys() - _wanted(found.keys(), items, extent)
    chosen = sorted((telling.keys() | found.keys()) - left)
    bare = (_bare(items.stretches[number], found.get(number), items.code) for number in chosen)
    return Portion(tuple(bare), bool(left))


def _bare(item: Stretch, hit: int | None, code: bytes) -> Stretch:
    """An item without the comments before it, unless something may match in them."""
    blank = _BLANK().match(code, *item)
    first = blank.end() if blank else item[0]
    return item if hit is not None and hit < first else (first, item[1])


def _wanted(found: Set[int], items: Items, extent: Extent) -> Set[int]:
    """The items in which sites are wanted."""
    if not extent.sites:
        return frozenset()
    return found if extent.tests else found - items.tests


def _hits(lens: Lens, text: bytes, items: Items) -> Iterator[int]:
    """Where an item may hold a match."""
    for word, guide in lens.by_word.items():
        in_prose = any(facet.need.prose for facet in guide.facets)
        yield from places(word, text if in_prose else items.code)
    for word in sorted({word for facet in lens.wide for word in facet.need.words}):
        yield from every_place(word, text)
