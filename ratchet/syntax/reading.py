"""One text → what queries and the scope reader say of it; tokens speak where the grammar has lost the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from ratchet.model.facts import Link, Region
from ratchet.syntax.finding import Finds, Found, find
from ratchet.syntax.lens import Lens, Match, look
from ratchet.syntax.parsing import parse, parse_again
from ratchet.syntax.scoping import Captures, ScopeReader, Stretch, Tokens, scope_reader

__all__ = ["Reading", "read"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What was seen in one file, by byte offsets."""

    found: tuple[Found, ...]
    regions: tuple[Region, ...]
    links: tuple[Link, ...]
    comments: tuple[Captures, ...]
    symbols: tuple[Captures, ...]
    error_bytes: int
    error_line: int


def read(lens: Lens, source: bytes) -> Reading:
    """Read a text as a tree; where that has errors the tokens of the same text decide as well."""
    reader = scope_reader(lens.language)
    text = reader.plain(source)
    matches = _look(lens, reader, text)
    regions, links = reader.scopes(_captures(matches, "scope"), text, lens.language)
    finds = find(lens, matches)
    errors = [node for captures in _captures(matches, "error") for node in captures["error"]]
    reading = Reading(
        finds.found,
        regions,
        links,
        tuple(_captures(matches, "comment")),
        tuple(_captures(matches, "symbol")),
        _extent([(node.start_byte, node.end_byte) for node in errors]),
        min((node.start_point[0] + 1 for node in errors), default=0),
    )
    tokens = reader.tokens(text, errors) if errors else None
    return _with_tokens(lens, reader, reading, finds, tokens) if tokens else reading


def _look(lens: Lens, reader: ScopeReader, text: bytes) -> list[Match]:
    """The matches of a text; a comment between the tokens of a macro hides nothing, as it hides nothing from rustc."""
    tree, loose = parse(lens.language, text), reader.token_nodes()
    matches = list(look(lens, tree.root_node, text))
    hiding = [
        node
        for node in chain.from_iterable(captures["comment"] for captures in _captures(matches, "comment"))
        if node.parent is not None and node.parent.type in loose
    ]
    if not hiding:
        return matches
    tree, bare = parse_again(lens.language, tree, text, hiding)
    # Comments, and what rules say of comments, are in the first look only.
    matches = [match for match in matches if match.purpose.name in ("comment", "site", "unless")]
    return matches + [match for match in look(lens, tree.root_node, bare) if match.purpose.name != "comment"]


def _with_tokens(lens: Lens, reader: ScopeReader, reading: Reading, finds: Finds, tokens: Tokens) -> Reading:
    """The reading with what the tokens show inside the zones around errors, and their scopes there."""
    matches = _look(lens, reader, tokens.text)
    regions, links = reader.scopes(_captures(matches, "scope"), tokens.text, lens.language)
    regions = tuple(replace(each, start=each.start - tokens.moved, end=each.end - tokens.moved) for each in regions)
    known = {(each.end, each.measure) for each in finds.found}
    more = [
        each
        for each in find(lens, matches, tokens.moved).found
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


def _captures(matches: Sequence[Match], purpose: str) -> list[Captures]:
    return [match.nodes for match in matches if match.purpose.name == purpose]


def _extent(stretches: Sequence[Stretch]) -> int:
    """How many bytes the stretches cover, nested ones counted once, empty ones as one byte."""
    total, covered = 0, -1
    for start, end in sorted(stretches, key=lambda each: (each[0], -each[1])):
        if start >= covered:
            total += max(1, end - start)
            covered = end
    return total
