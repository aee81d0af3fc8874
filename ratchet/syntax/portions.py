"""Which items of a source have to be parsed, and how much of each: what may match, or speaks of more than itself."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

from ratchet.model.facts import Link
from ratchet.model.value import frozen
from ratchet.syntax.form import Tellings
from ratchet.syntax.found import Told
from ratchet.syntax.lens import Lens
from ratchet.syntax.scoping import Items, ScopeReader, Stretch, scope_reader
from ratchet.syntax.wanted import EVERYTHING, Extent
from ratchet.syntax.words import every_place, places

_WORTH = 400
# In a file that is smaller than that the parser has a look at every item with a hit: it takes no time, and a file that
# was torn while somebody worked on it is noticed, unless nobody asks what counts in it.
_WORTH_LETTERS = 2_000

__all__ = ["Portion", "joined", "to_parse"]


@frozen
class Portion:
    """The items of a source that have to be parsed, in order, but for the gaps; `leaves_tests` that may say something.

    What is in the gaps of an item says nothing as long as the rest of the item parses; `gaps_in` finds those of an item
    that is too small to be worth it. Some are `telling` of other files, or they are `tied`: one may change what another
    means. What letters alone tell is `told`, and `links` is where it leads; something is `explained` even where that
    comes to nothing.
    """

    items: tuple[Stretch, ...]
    gaps: tuple[Stretch, ...]
    gaps_in: Callable[[Stretch], Sequence[Stretch]]
    leaves_tests: bool
    telling: bool
    tied: bool
    told: tuple[Told, ...] = ()
    links: tuple[Link, ...] = ()
    explained: bool = False

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

    def within(self, items: Iterable[Stretch], small: bool = False) -> list[Stretch]:
        """Some of the items without their gaps, those of `small` ones included where that is asked."""
        found: list[Stretch] = []
        for item in items:
            at, end = item
            for gap in self.gaps_in(item) if small and _is_small(item) else self._between(at, end):
                found.append((at, gap[0]))
                at = gap[1]
            found.append((at, end))
        return joined(found)

    def _between(self, start: int, end: int) -> Sequence[Stretch]:
        return self.gaps[bisect_right(self.gaps, (start,)) : bisect_right(self.gaps, (end,))]


def _is_small(item: Stretch) -> bool:
    """Whether to find gaps in an item would take longer than to parse it."""
    return item[1] - item[0] <= _WORTH


def joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Stretches in order, neighbours as one."""
    found: list[Stretch] = []
    for start, end in stretches:
        found.append((found.pop()[0] if found and found[-1][1] == start else start, end))
    return found


def to_parse(
    lens: Lens, text: bytes, items: Items, extent: Extent = EVERYTHING, tellings: Tellings | None = None
) -> Portion:
    """The items of a plain source that may hold a match, or speak of more than themselves.

    With `tellings` nothing is parsed for what letters tell by themselves.
    """
    reader, code = scope_reader(lens.language), items.code
    words = dict(_hits(lens, text, code))
    hits, telling = sorted(words), sorted(items.telling)
    left, told, links = False, dict[int, list[Told]](), dict[int, Link]()
    ties = [*reader.of_the_file(code)] if hits or telling else []
    if tellings and not ties and (len(code) >= _WORTH_LETTERS or not extent.sites):
        links = reader.plain_links(code, text, telling, lens.language)
        telling = [place for place in telling if place not in links]
        if extent.sites:
            hits, left = (hits, False) if extent.tests else _outside_tests(reader, code, hits, telling)
            told = reader.obvious(code, text, [(place, words[place]) for place in hits], tellings, lens.language)
            hits = [place for place in hits if place not in told]
    chosen, more = _chosen(reader, code, hits, telling, extent)
    ties = sorted({*ties, *reader.ties(code, chosen, lens.language)})
    if ties:
        telling = sorted({*telling, *ties})
        chosen, more = _chosen(reader, code, hits, telling, extent)
    gaps_in = _finder(lens, text, code, sorted({*hits, *telling}))
    gaps = tuple(gap for item in chosen if not _is_small(item) for gap in gaps_in(item))
    found = tuple(each for place in sorted(told) for each in told[place])
    known = tuple(links[place] for place in sorted(links))
    return Portion(
        tuple(chosen), gaps, gaps_in, left or more, bool(telling), bool(ties), found, known, bool(told or links)
    )


def _outside_tests(
    reader: ScopeReader, code: bytes, hits: Sequence[int], telling: Sequence[int]
) -> tuple[list[int], bool]:
    """The hits that are in no item which is tests and nothing else and leads nowhere; and whether others are."""
    tests = [item for item in reader.test_items(code) if not _is_among(telling, *item)] if hits else []
    inside = {place for item in tests for place in hits[bisect_left(hits, item[0]) : bisect_left(hits, item[1])]}
    return [place for place in hits if place not in inside], bool(inside)


def _chosen(
    reader: ScopeReader, code: bytes, hits: Sequence[int], telling: Sequence[int], extent: Extent
) -> tuple[list[Stretch], bool]:
    """The items to parse, and whether others with a hit are left out because nobody asks for what they may say."""
    chosen, left = [], False
    for start, end in reader.items_around(code, sorted({*hits, *telling})):
        first = end - len(code[start:end].lstrip())
        wanted = extent.sites and (extent.tests or not reader.is_test(code, (first, end)))
        if wanted or _is_among(telling, start, end):
            # The comments before it are no part of it, unless something may match in them.
            chosen.append((start if _is_among(hits, start, first) else first, end))
        else:
            left = True
    return chosen, left


def _is_among(places: Sequence[int], start: int, end: int) -> bool:
    """Whether one of some places is in a stretch."""
    number = bisect_left(places, start)
    return number < len(places) and places[number] < end


def _finder(lens: Lens, text: bytes, code: bytes, places: Sequence[int]) -> Callable[[Stretch], Sequence[Stretch]]:
    """What finds out what of an item need not be parsed."""
    if not places or not lens.by_bodies:
        return lambda _: ()
    find, deep = scope_reader(lens.language).gaps, sorted(place for place, _ in _places(lens, lens.deep, text, code))
    return lambda item: find(code, item, places, deep, lens.language)


def _hits(lens: Lens, text: bytes, code: bytes) -> Iterator[tuple[int, bytes]]:
    """Where an item may hold a match, and by what word."""
    yield from _places(lens, lens.by_word, text, code)
    for word in sorted({word for facet in lens.wide for word in facet.need.words}):
        yield from ((place, word) for place in every_place(word, text))


def _places(lens: Lens, words: Iterable[bytes], text: bytes, code: bytes) -> Iterator[tuple[int, bytes]]:
    """Where some words stand: in comments and texts only where a match may be there."""
    for word in words:
        yield from ((place, word) for place in places(word, text if lens.by_word[word].prose else code))
