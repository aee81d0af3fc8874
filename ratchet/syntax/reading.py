"""One text → what queries and the scope reader say of it; tokens speak where the grammar has lost the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ratchet.model.facts import Link, Region
from ratchet.model.value import frozen, replace
from ratchet.syntax.finding import Finds, Found, find
from ratchet.syntax.lens import Lens, Match, comments, look
from ratchet.syntax.parsing import parse, parse_again
from ratchet.syntax.scoping import Captures, ScopeReader, Stretch, Tokens, scope_reader

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

__all__ = ["Reading", "read"]

_WORD_IN_ALLOWS = b"ratchet:"
# How far from a comment a look reaches that is to find what the comment is in the midst of.
_NEAR = 16
# After these a statement or item begins, so that a comment there is in the midst of no row.
_BREAKS = (b";", b"{", b"}")


@frozen
class Reading:
    """What was seen in one file, by byte offsets."""

    found: tuple[Found, ...]
    regions: tuple[Region, ...]
    links: tuple[Link, ...]
    comments: tuple[Node, ...]
    symbols: tuple[Captures, ...]
    error_bytes: int
    error_line: int


def read(lens: Lens, source: bytes) -> Reading:
    """Read a text as a tree; where that has errors the tokens of the same text decide as well."""
    reader = scope_reader(lens.language)
    text = reader.plain(source)
    tree = parse(lens.language, text)
    if tree.root_node.has_error and (mended := reader.mended(text)) != text:
        text, tree = mended, parse(lens.language, mended)
    matches = _look(lens, tree, text)
    regions, links = reader.scopes(tree.root_node, text, lens.language)
    finds, errors = find(lens, matches), list(_errors(tree.root_node))
    reading = Reading(
        finds.found,
        regions,
        links,
        tuple(comments(lens, tree.root_node)) if _WORD_IN_ALLOWS in text else (),
        tuple(match.nodes for match in matches if match.purpose.name == "symbol"),
        _extent([(node.start_byte, node.end_byte) for node in errors]),
        min((node.start_point[0] + 1 for node in errors), default=0),
    )
    tokens = reader.tokens(text, errors) if errors else None
    return _with_tokens(lens, reader, reading, finds, tokens) if tokens else reading


def _look(lens: Lens, tree: Tree, text: bytes) -> list[Match]:
    """The matches in a tree; a comment between the tokens of a macro hides as little as from rustc."""
    matches = list(look(lens, tree.root_node, text))
    hiding = list(
        _hiding(lens, [match.nodes["comment"][0] for match in matches if match.purpose.name == "loose"], text)
    )
    if not hiding:
        return matches
    stretches = _joined((node.start_byte - _NEAR, node.end_byte + _NEAR) for node in hiding)
    tree, bare = parse_again(lens.language, tree.copy(), text, hiding)
    for stretch in stretches:
        matches += [match for match in look(lens, tree.root_node, bare, stretch) if match.purpose.measure >= 0]
    return matches


def _hiding(lens: Lens, loose: Sequence[Node], text: bytes) -> Iterator[Node]:
    """The comments between tokens that may be in the midst of a row: none that begins where a statement may begin."""
    breaks = b"" if "_" in lens.row_texts else b"".join(each for each in _BREAKS if each.decode() not in lens.row_texts)
    end, hides = 0, False
    for node in sorted(loose, key=lambda node: node.start_byte):
        between = text[end : node.start_byte].rstrip()
        if between or not end:
            hides = between[-1:] not in breaks
        end = node.end_byte
        if hides:
            yield node


def _joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """The stretches, in order, those that overlap as one."""
    joined: list[Stretch] = []
    for start, end in stretches:
        overlaps = joined and start <= joined[-1][1]
        joined.append((joined.pop()[0] if overlaps else max(0, start), end))
    return joined


def _errors(root: Node) -> Iterator[Node]:
    """The nodes that are no part of the language, or that are missing; only ways that lead to one are gone."""
    waiting = [root] if root.has_error else []
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            yield node
        waiting += [child for child in node.children if child.has_error or child.is_missing]


def _with_tokens(lens: Lens, reader: ScopeReader, reading: Reading, finds: Finds, tokens: Tokens) -> Reading:
    """The reading with what the tokens show inside the zones around errors, and their scopes there."""
    tree = parse(lens.language, tokens.text)
    regions, links = reader.scopes(tree.root_node, tokens.text, lens.language)
    regions = tuple(replace(each, start=each.start - tokens.moved, end=each.end - tokens.moved) for each in regions)
    known = {(each.end, each.measure) for each in finds.found}
    more = [
        each
        for each in find(lens, _look(lens, tree, tokens.text), tokens.moved).found
        if _in(each.start, tokens.zones) and (each.end, each.measure) not in known and each.place not in finds.excused
    ]
    declared = {(link.line, link.name, link.paths) for link in reading.links}
    return replace(
        reading,
        found=tuple(sorted((*finds.found, *more))),
        regions=_merged(reading.regions, regions, tokens.zones),
        links=reading.links + tuple(link for link in links if (link.line, link.name, link.paths) not in declared),
    )


def _merged(by_tree: Sequence[Region], by_tokens: Sequence[Region], zones: Sequence[Stretch]) -> tuple[Region, ...]:
    """In a zone the regions of the tokens, and those of the tree that hold all of it; elsewhere those of the tree."""
    merged = [each for each in by_tree if not any(_cuts(each, zone) for zone in zones)]
    for start, end in zones:
        inside = (replace(each, start=max(start, each.start), end=min(end, each.end)) for each in by_tokens)
        merged += [each for each in inside if each.start < each.end]
    return tuple(merged)


def _cuts(region: Region, zone: Stretch) -> bool:
    """Whether a region ends or begins in a zone, or is just as long: what carries it did not parse."""
    apart = region.end <= zone[0] or region.start >= zone[1]
    holds = region.start <= zone[0] and region.end >= zone[1] and (region.start, region.end) != zone
    return not apart and not holds


def _in(offset: int, zones: Sequence[Stretch]) -> bool:
    return any(start <= offset < end for start, end in zones)


def _extent(stretches: Sequence[Stretch]) -> int:
    """How many bytes the stretches cover, nested ones counted once, empty ones as one byte."""
    total, covered = 0, -1
    for start, end in sorted(stretches, key=lambda each: (each[0], -each[1])):
        if start >= covered:
            total += max(1, end - start)
            covered = end
    return total
