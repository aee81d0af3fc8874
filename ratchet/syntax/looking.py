"""A tree seen through a lens: from each word that patterns need up to the node that a match would begin with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from ratchet.syntax.lens import Facet, Lens, Purpose, query_of
from ratchet.syntax.scoping import Captures, Stretch
from ratchet.syntax.words import places

if TYPE_CHECKING:
    from tree_sitter import Node, QueryCursor, QueryPredicate

__all__ = ["Hit", "Match", "comments", "hits", "look", "loose_comments", "symbols"]


@dataclass(frozen=True, slots=True)
class Match:
    """One match of one pattern."""

    purpose: Purpose
    nodes: Mapping[str, Sequence[Node]]


@dataclass(frozen=True, slots=True)
class Hit:
    """A node that is one of the words, those around it as far as patterns reach, and how many are just as long."""

    facets: tuple[Facet, ...]
    ladder: tuple[Node, ...]
    alike: int

    def roots(self, facet: Facet) -> Iterator[Node]:
        """The nodes that a match of a facet would begin with."""
        kinds = facet.need.roots
        for step in sorted({step + depth for step in range(self.alike) for depth in facet.need.depths}):
            if step < len(self.ladder) and ("_" in kinds or self.ladder[step].type in kinds):
                yield self.ladder[step]


def hits(lens: Lens, root: Node, text: bytes) -> list[Hit]:
    """Every node that is one of the words that patterns need."""
    found = []
    for word, facets in lens.by_word.items():
        height = max(depth for facet in facets for depth in facet.need.depths)
        for start in places(word, text):
            ladder, alike = _ladder(root, (start, start + len(word)), height)
            if ladder:
                found.append(Hit(facets, ladder, alike))
    return found


def look(
    lens: Lens, root: Node, text: bytes, found: Sequence[Hit] | None = None, within: Sequence[Stretch] = ()
) -> Iterator[Match]:
    """Every match in a tree, or those that touch some stretches of it; `found` are its hits where they are known."""
    holds = _holds(text)
    cursors: dict[int, QueryCursor] = {}
    seen: set[tuple[int, int]] = set()
    for hit in hits(lens, root, text) if found is None else found:
        for facet in hit.facets:
            for node in hit.roots(facet):
                key = id(facet), node.id
                if key in seen or (within and not _touches(node, within)):
                    continue
                seen.add(key)
                if key[0] not in cursors:
                    cursors[key[0]] = _cursor(lens, facet.text, of_one_node=True)
                yield from _matches(cursors[key[0]], facet, node, holds)
    yield from _look_wide(lens, root, text, within, holds)


def _look_wide(
    lens: Lens, root: Node, text: bytes, within: Sequence[Stretch], holds: QueryPredicate
) -> Iterator[Match]:
    """The matches of what no word leads to."""
    for facet in lens.wide:
        if not facet.might_match(text):
            continue
        cursor = _cursor(lens, facet.text)
        for stretch in within or ((0, len(text)),):
            cursor.set_byte_range(*stretch)
            yield from _matches(cursor, facet, root, holds)


def loose_comments(lens: Lens, root: Node, text: bytes, found: Sequence[Hit], kinds: frozenset[str]) -> list[Node]:
    """The comments between mere tokens, as far as a row could be among them: in the order of their places."""
    if not kinds or not lens.measures:
        return []
    wide = any(facet.might_match(text) for facet in lens.wide)
    around = [root] if wide else _outermost(node for hit in found for node in _highest(hit, kinds))
    query = "\n".join(f"({kind} {lens.language.comments})" for kind in sorted(kinds))
    cursor = _cursor(lens, query) if around else None
    comments = [node for each in around if cursor for nodes in cursor.captures(each).values() for node in nodes]
    return sorted(comments, key=lambda node: node.start_byte)


def comments(lens: Lens, root: Node) -> list[Node]:
    """Every comment in a tree."""
    return [node for nodes in _cursor(lens, lens.language.comments).captures(root).values() for node in nodes]


def symbols(lens: Lens, root: Node, offsets: Iterable[int]) -> list[Captures]:
    """The symbols around some offsets, each once; some that are near may be among them."""
    facet, found = lens.symbols, list[Captures]()
    cursor = _cursor(lens, facet.text, of_one_node=True)
    seen: set[int] = set()
    for offset in offsets:
        for node in _way_down(root, offset):
            if node.id not in seen and ("_" in facet.need.roots or node.type in facet.need.roots):
                seen.add(node.id)
                found += [nodes for _, nodes in cursor.matches(node)]
    return found


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


def _cursor(lens: Lens, text: str, of_one_node: bool = False) -> QueryCursor:
    """A cursor over a query; `of_one_node` for matches that begin with the node it is given."""
    from tree_sitter import QueryCursor

    cursor = QueryCursor(query_of(lens.language, text))
    if of_one_node:
        cursor.set_max_start_depth(0)
    return cursor


def _matches(cursor: QueryCursor, facet: Facet, node: Node, holds: QueryPredicate) -> Iterator[Match]:
    for pattern, nodes in cursor.matches(node, holds):
        yield Match(facet.purposes[pattern], nodes)


def _holds(source: bytes) -> QueryPredicate:
    def holds(
        predicate: str,
        args: list[tuple[str, Literal["capture", "string"]]],
        pattern_index: int,  # noqa: ARG001 - the protocol of tree-sitter passes it
        captures: dict[str, list[Node]],
    ) -> bool:
        nodes = [node for text, kind in args if kind == "capture" for node in captures.get(text, ())]
        return _PREDICATES[predicate](nodes, source)

    return holds


def _adjacent(nodes: list[Node], source: bytes) -> bool:
    return all(not source[first.end_byte : second.start_byte].strip() for first, second in pairwise(nodes))


def _empty(nodes: list[Node], _source: bytes) -> bool:
    return all(child.type.endswith("comment") for node in nodes for child in node.named_children)


def _not_empty(nodes: list[Node], source: bytes) -> bool:
    return not _empty(nodes, source)


_PREDICATES = {"adjacent?": _adjacent, "empty?": _empty, "not-empty?": _not_empty}
