"""What the items of a file show that matter: each as a text of its own, so that no error reaches further."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from ratchet.model.facts import Link, Region
from ratchet.model.value import replace
from ratchet.syntax.excerpts import Excerpt, excerpt
from ratchet.syntax.finding import in_order
from ratchet.syntax.form import Tellings
from ratchet.syntax.found import Found
from ratchet.syntax.lens import Lens
from ratchet.syntax.looking import Symbol
from ratchet.syntax.portions import Portion, to_parse
from ratchet.syntax.scoping import Items, Stretch
from ratchet.syntax.tree_reading import Reading, parsed, read_tree
from ratchet.syntax.unread import errors_of
from ratchet.syntax.wanted import Extent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Tree

__all__ = ["read_items"]

# How many bytes are parsed at once: a tree takes fifty times as many.
_AT_ONCE = 250_000


def read_items(
    lens: Lens, text: bytes, items: Items, extent: Extent, tellings: Tellings | None = None
) -> Reading | None:
    """What the items show that matter, some of it told by letters alone where there are `tellings`.

    None where they are tied to each other and do not parse, or where there are none though asked.
    """
    portion = to_parse(lens, text, items, extent, tellings)
    if not portion.items:
        return None if extent.whole and not portion.explained else _with_told(Reading(), portion)
    reading: Reading | None
    if portion.tied:
        reading = _read_tied(lens, text, portion)
    else:
        reading = _together([_read_part(lens, text, portion, part) for part in portion.parts(_AT_ONCE)])
    return _with_told(reading, portion) if reading else None


def _with_told(reading: Reading, portion: Portion) -> Reading:
    """A reading with what letters told besides."""
    known = {each.place for each in reading.found}
    told = tuple(each for each in portion.told if each.found.place not in known)
    declared = {(link.line, link.name) for link in reading.links}
    fresh = [link for link in portion.links if (link.line, link.name) not in declared]
    links = _by_line((*reading.links, *fresh)) if fresh else reading.links
    return replace(reading, links=links, told=told, leaves_tests=portion.leaves_tests)


def _by_line(links: Iterable[Link]) -> tuple[Link, ...]:
    return tuple(sorted(links, key=lambda link: link.line))


def _read_tied(lens: Lens, text: bytes, portion: Portion) -> Reading | None:
    """What items show that are read as one; None where they do not parse, be it without the gaps of small ones."""
    for small in (False, True):
        part = excerpt(text, portion.within(portion.items, small))
        mended, tree = parsed(lens.language, part.text)
        if not tree.root_node.has_error:
            return _placed(read_tree(lens, tree, mended, portion.telling), part)
    return None


def _read_part(lens: Lens, text: bytes, portion: Portion, items: Sequence[Stretch]) -> Reading:
    """What some items show; those with errors are read alone, so that no error reaches further."""
    part = excerpt(text, portion.within(items))
    mended, tree = parsed(lens.language, part.text)
    if not tree.root_node.has_error:
        return _placed(read_tree(lens, tree, mended, portion.telling), part)
    near = _near(items, tree, part)
    readings = [_read_alone(lens, text, portion, item) for item in near]
    if rest := sorted({*items}.difference(near)):
        part = excerpt(text, portion.within(rest))
        mended, tree = parsed(lens.language, part.text)
        readings.append(_placed(read_tree(lens, tree, mended, portion.telling), part))
    return _together(readings)


def _read_alone(lens: Lens, text: bytes, portion: Portion, item: Stretch) -> Reading:
    """What an item shows that did not parse with others: without any gap, if only so it parses, else with all of them.

    Tokens speak for what does not parse.
    """
    part = excerpt(text, portion.within([item], small=True))
    mended, tree = parsed(lens.language, part.text)
    if tree.root_node.has_error:
        whole = excerpt(text, [item])
        words, sound = parsed(lens.language, whole.text)
        if not sound.root_node.has_error:
            part, mended, tree = whole, words, sound
    return _placed(read_tree(lens, tree, mended, portion.telling), part)


def _near(items: Sequence[Stretch], tree: Tree, part: Excerpt) -> list[Stretch]:
    """The items that an error of a tree is in."""
    starts, found = [start for start, _ in items], set[Stretch]()
    for node in errors_of(tree.root_node):
        first, last = part.start(node.start_byte), part.end(max(node.end_byte, node.start_byte + 1))
        around = items[max(0, bisect_right(starts, first) - 1) : bisect_left(starts, last)]
        found.update(item for item in around if first < item[1])
    return sorted(found)


def _placed(reading: Reading, part: Excerpt) -> Reading:
    """What an excerpt shows, by the offsets of the file."""
    start, end = part.start, part.end
    found = [
        Found(
            start(each.start),
            end(each.end),
            each.measure,
            start(each.context_start) if each.context_start >= 0 else -1,
            end(each.context_end),
            each.library_only,
        )
        for each in reading.found
    ]
    regions = [
        Region(start(each.start), end(each.end), each.scope, each.line, each.because) for each in reading.regions
    ]
    symbols = [Symbol(start(each.start), end(each.end), each.name) for each in reading.symbols]
    state = reading.error_bytes, reading.error_line
    return Reading(tuple(found), tuple(regions), reading.links, (), tuple(symbols), *state)


def _together(readings: Sequence[Reading]) -> Reading:
    """What parts of one file show, as one."""
    if len(readings) == 1:
        return readings[0]
    return Reading(
        tuple(in_order(each for reading in readings for each in reading.found)),
        tuple(each for reading in readings for each in reading.regions),
        _by_line(each for reading in readings for each in reading.links),
        (),
        tuple(each for reading in readings for each in reading.symbols),
        sum(reading.error_bytes for reading in readings),
        min((reading.error_line for reading in readings if reading.error_line), default=0),
    )
