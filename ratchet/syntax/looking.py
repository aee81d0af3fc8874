"""A tree seen through a lens: from each word that patterns need up to the node that a match would begin with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ratchet.model.value import frozen
from ratchet.syntax.facet import Facet, Purpose
from ratchet.syntax.guide import Guide
from ratchet.syntax.lens import Lens
from ratchet.syntax.scoping import Captures, Stretch, scope_reader
from ratchet.syntax.seeking import Seeker
from ratchet.syntax.words import places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Hit", "Match", "Symbol", "bare_name", "comments", "hits", "look", "loose_comments", "symbols"]


@frozen
class Match:
    """One match of one pattern."""

    purpose: Purpose
    nodes: Captures


@frozen
class Symbol:
    """What has a name: where it is, and the name."""

    start: int
    end: int
    name: str


@frozen
class Hit:
    """A node that is one of the words, those around it as far as patterns reach, and how many are just as long."""

    guide: Guide
    ladder: tuple[Node, ...]
    alike: int


def hits(lens: Lens, root: Node, text: bytes) -> list[Hit]:
    """Every node that is one of the words that patterns need."""
    found = []
    for word, guide in lens.by_word.items():
        for start in places(word, text, root.start_byte, root.end_byte):
            ladder, alike = _ladder(root, (start, start + len(word)), guide.height)
            if ladder:
                found.append(Hit(guide, ladder, alike))
    return found


def look(
    lens: Lens, root: Node, text: bytes, found: Sequence[Hit] | None = None, within: Sequence[Stretch] = ()
) -> Iterator[Match]:
    """Every match in a tree, or those that touch some stretches of it; `found` are its hits where they are known."""
    seeker = Seeker(text)
    seen: set[tuple[Facet, int, int]] = set()
    for hit in hits(lens, root, text) if found is None else found:
        for way in hit.guide.ways(tuple([node.kind_id for node in hit.ladder]), hit.alike):
            node = hit.ladder[way.above]
            child = hit.ladder[way.above - 1] if way.row else None
            key = way.facet, way.number, (child or node).id
            if key not in seen and (not within or _touches(node, within)):
                seen.add(key)
                yield from _matches(way.facet, seeker.one(way, node, child))
    for facet in lens.wide:
        if facet.might_match(text):
            yield from _matches(facet, _seek_wide(seeker, facet, root, text, within))


def _matches(facet: Facet, found: Iterable[tuple[int, Captures]]) -> Iterator[Match]:
    for pattern, nodes in found:
        yield Match(facet.purposes[pattern], nodes)


def _seek_wide(
    seeker: Seeker, facet: Facet, root: Node, text: bytes, within: Sequence[Stretch]
) -> Iterator[tuple[int, Captures]]:
    """What no node of its own leads to: around each place of the words, or in all of the tree."""
    if not facet.need.words or not facet.need.roots:
        yield from seeker.below(facet, root, within)
        return
    for node in _around(facet.need.words, facet.need.roots, root, text):
        if not within or _touches(node, within):
            yield from seeker.at(facet, node)


def loose_comments(lens: Lens, root: Node, text: bytes, found: Sequence[Hit], kinds: frozenset[str]) -> list[Node]:
    """The comments between mere tokens, as far as a row could be among them: in the order of their places."""
    if not kinds or not lens.measures or not (found or lens.wide):
        return []
    wide = any(facet.might_match(text) for facet in lens.wide)
    around = [root] if wide else _outermost(node for hit in found for node in _highest(hit, kinds))
    seeker = Seeker(text)
    comments: list[Node] = []
    for each in around:
        for at in scope_reader(lens.language).comment_places(text, each.start_byte, each.end_byte):
            for node in _way_up(root.descendant_for_byte_range(at, at + 1)):
                if node.start_byte != at:
                    break
                if node.parent is not None and node.parent.type in kinds:
                    comments += [one for _, nodes in seeker.at(lens.comments, node) for one in nodes["comment"]]
    return comments


def comments(lens: Lens, root: Node, text: bytes, word: bytes) -> list[Node]:
    """Every comment with a word in it, in the order of their places."""
    seeker = Seeker(text)
    around = _around(frozenset({word}), lens.comments.need.roots, root, text)
    return [one for node in around for _, nodes in seeker.at(lens.comments, node) for one in nodes["comment"]]


def symbols(lens: Lens, root: Node, text: bytes, offsets: Iterable[int]) -> list[Symbol]:
    """The symbols around some offsets, each once; some that are near may be among them."""
    facet, seeker = lens.symbols, Seeker(text)
    found: list[Symbol] = []
    seen: set[int] = set()
    for offset in offsets:
        for node in _way_down(root, offset):
            if (facet.steps is None or node.kind_id in facet.by_root) and node.id not in seen:
                seen.add(node.id)
                found += [_symbol(nodes) for _, nodes in seeker.at(facet, node) if "name" in nodes]
    return found


def _symbol(captures: Captures) -> Symbol:
    whole, name = captures["symbol"][0], captures["name"][0]
    return Symbol(whole.start_byte, whole.end_byte, bare_name((name.text or b"").decode("utf-8", "replace")))


def bare_name(text: str) -> str:
    """The name in what a symbol is named by, which may be a type with its path and its arguments."""
    return text.partition("<")[0].rpartition("::")[2].strip("&*() ") or text


def _around(words: frozenset[bytes], kinds: frozenset[str], root: Node, text: bytes) -> Iterator[Node]:
    """The nodes of some kinds around each place of some words, each once, in the order of the words."""
    seen: set[int] = set()
    for word in sorted(words):
        at = text.find(word, root.start_byte, root.end_byte)
        while at >= 0:
            for node in _way_up(root.descendant_for_byte_range(at, at + len(word))):
                if ("_" in kinds or node.type in kinds) and node.id not in seen:
                    seen.add(node.id)
                    yield node
            at = text.find(word, at + len(word), root.end_byte)


def _way_up(node: Node | None) -> Iterator[Node]:
    """A node and those around it, from the inside out."""
    while node is not None:
        yield node
        node = node.parent


def _way_down(root: Node, offset: int) -> Iterator[Node]:
    """The nodes around an offset, from the outside in."""
    yield root
    cursor = root.walk()
    while cursor.goto_first_child_for_byte(offset) is not None:
        node = cursor.node
        if node is None or node.start_byte > offset:
            return
        yield node


def _ladder(root: Node, place: Stretch, height: int) -> tuple[tuple[Node, ...], int]:
    """The node at a place, if one is just there, with those around it, and how many of them are there as well."""
    node = root.descendant_for_byte_range(*place)
    if node is None or (node.start_byte, node.end_byte) != place:
        return (), 0
    ladder, alike = [node], 1
    while len(ladder) < alike + height and (parent := ladder[-1].parent) is not None:
        alike += len(ladder) == alike and (parent.start_byte, parent.end_byte) == place
        ladder.append(parent)
    return tuple(ladder), alike


def _highest(hit: Hit, kinds: frozenset[str]) -> list[Node]:
    """The outermost node of mere tokens around a hit that a match could begin with."""
    return [node for node in hit.ladder if node.type in kinds][-1:]


def _outermost(nodes: Iterable[Node]) -> list[Node]:
    """The nodes that are in no other of them, each once."""
    found: list[Node] = []
    for node in sorted(nodes, key=lambda node: (node.start_byte, -node.end_byte)):
        if not found or node.start_byte >= found[-1].end_byte:
            found.append(node)
    return found


def _touches(node: Node, stretches: Sequence[Stretch]) -> bool:
    return any(node.start_byte < end and node.end_byte > start for start, end in stretches)
