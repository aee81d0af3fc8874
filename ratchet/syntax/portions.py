"""Which items of a source have to be parsed, and how much of each: what may match, or speaks of more than itself."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set

from ratchet.model.value import frozen
from ratchet.syntax.late import late
from ratchet.syntax.lens import Lens
from ratchet.syntax.scoping import Items, Stretch, scope_reader
from ratchet.syntax.wanted import EVERYTHING, Extent
from ratchet.syntax.words import every_place, places

_BLANK = late(rb"\s*+")

__all__ = ["Portion", "joined", "to_parse"]


@frozen
class Portion:
    """The items of a source that have to be parsed, in order, but for the gaps; `leaves_tests` that may say something.

    What is in the gaps of an item says nothing as long as the rest of the item parses.
    """

    items: tuple[Stretch, ...]
    gaps: tuple[Stretch, ...]
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

    def within(self, items: Iterable[Stretch], whole: Set[Stretch] = frozenset()) -> list[Stretch]:
        """Some of the items without their gaps, but for those that are taken as a `whole`."""
        found: list[Stretch] = []
        for start, end in items:
            at = start
            for gap in () if (start, end) in whole else self._between(start, end):
                found.append((at, gap[0]))
                at = gap[1]
            found.append((at, end))
        return joined(found)

    def _between(self, start: int, end: int) -> Sequence[Stretch]:
        return self.gaps[bisect_right(self.gaps, (start,)) : bisect_right(self.gaps, (end,))]


def joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Stretches in order, neighbours as one."""
    found: list[Stretch] = []
    for start, end in stretches:
        found.append((found.pop()[0] if found and found[-1][1] == start else start, end))
    return found


def to_parse(lens: Lens, text: bytes, items: Items, extent: Extent = EVERYTHING) -> Portion:
    """The items of a plain source that may hold a match, or speak of more than themselves."""
    starts = [start for start, _ in items.stretches]

    def by_number(offsets: Sequence[int]) -> dict[int, int]:
        """Which items some offsets are in, each with the first of them."""
        return {bisect_right(starts, offset) - 1: offset for offset in reversed(offsets)}

    hits = sorted(_hits(lens, text, items))
    telling, found = by_number(sorted(items.telling)), by_number(hits)
    left = found.keys() - telling.keys() - _wanted(found.keys(), items, extent)
    chosen = sorted((telling.keys() | found.keys()) - left)
    bare = tuple(_bare(items.stretches[number], found.get(number), items.code) for number in chosen)
    return Portion(bare, _gaps(lens, text, items, bare, hits) if lens.by_bodies else (), bool(left))


def _gaps(lens: Lens, text: bytes, items: Items, chosen: Iterable[Stretch], hits: Sequence[int]) -> tuple[Stretch, ...]:
    """What of some items need not be parsed."""
    find, all_places = scope_reader(lens.language).gaps, sorted({*hits, *items.telling})
    deep = sorted(_places(lens, lens.deep, text, items))
    return tuple(gap for item in chosen for gap in find(items.code, item, all_places, deep))


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
    yield from _places(lens, lens.by_word, text, items)
    for word in sorted({word for facet in lens.wide for word in facet.need.words}):
        yield from every_place(word, text)


def _places(lens: Lens, words: Iterable[bytes], text: bytes, items: Items) -> Iterator[int]:
    """Where some words stand: in comments and texts only where a match may be there."""
    for word in words:
        in_prose = any(facet.need.prose for facet in lens.by_word[word].facets)
        yield from places(word, text if in_prose else items.code)
