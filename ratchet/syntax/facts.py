"""One file → its facts: a pure function of bytes and queries."""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.model.facts import FileFacts, Region
from ratchet.model.snapshot import Unreadable
from ratchet.syntax.allows import find_allows
from ratchet.syntax.lens import Lens, Match, look
from ratchet.syntax.parsing import parse
from ratchet.syntax.scoping import Captures, scope_reader
from ratchet.syntax.sites import find_sites
from ratchet.syntax.source import Lines, conflict_line, readable

__all__ = ["read_facts", "read_regions"]


def read_facts(lens: Lens, content: bytes) -> FileFacts:
    """Everything one file says. Raises Unreadable for what is no source text."""
    source = readable(content, lens.language.name == "python")
    tree = parse(lens.language, source)
    if tree.root_node.has_error and (line := conflict_line(source)):
        raise Unreadable(f"conflict markers at line {line}", "resolve the merge, then run again")
    matches = list(look(lens, tree.root_node, source))
    lines = Lines(source)
    regions, links = scope_reader(lens.language).scopes(_captures(matches, "scope"), source, lens.language)
    allows = find_allows(_captures(matches, "comment"), source, lines, regions)
    sites, allows = find_sites(lens, matches, source, lines, regions, allows)
    error_bytes, error_line = _errors(matches)
    return FileFacts(sites, links, allows, len(source), error_bytes, error_line)


def read_regions(lens: Lens, content: bytes) -> tuple[Region, ...]:
    """The regions alone, with their reasons, for an explanation."""
    source = readable(content, lens.language.name == "python")
    matches = list(look(lens, parse(lens.language, source).root_node, source))
    return scope_reader(lens.language).scopes(_captures(matches, "scope"), source, lens.language)[0]


def _captures(matches: Sequence[Match], purpose: str) -> list[Captures]:
    return [match.nodes for match in matches if match.purpose.name == purpose]


def _errors(matches: Sequence[Match]) -> tuple[int, int]:
    """The bytes that did not parse, nested errors counted once, and the first line of them."""
    nodes = [node for match in matches if match.purpose.name == "error" for node in match.nodes["error"]]
    nodes.sort(key=lambda node: (node.start_byte, -node.end_byte))
    total, covered = 0, -1
    for node in nodes:
        if node.start_byte >= covered:
            total += max(1, node.end_byte - node.start_byte)
            covered = node.end_byte
    return total, nodes[0].start_point[0] + 1 if nodes else 0
