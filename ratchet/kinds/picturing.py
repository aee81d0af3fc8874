"""The part of a graph that somebody wants to see: from whom, to whom, how far, and how much of what is outside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from ratchet.kinds.knots import knots
from ratchet.kinds.ways import distances
from ratchet.model.graph import Edge, Graph, Node
from ratchet.model.picture import Pair, Picture
from ratchet.model.value import frozen, replace

__all__ = ["Bounds", "Outside", "picture", "way_picture"]


class Outside(StrEnum):
    """How much to show of what the repository does not have: nothing, what it depends on itself, or all."""

    NONE = "none"
    NEAR = "near"
    ALL = "all"


@frozen
class Bounds:
    """What to show: only what is reached from some, only what reaches others, and how many steps away."""

    sources: frozenset[str] | None = None
    targets: frozenset[str] | None = None
    depth: int | None = None
    outside: Outside = Outside.NEAR


def picture(graph: Graph, kept: Iterable[Edge], bounds: Bounds) -> Picture:
    """The nodes and edges within the bounds; without any, all that is own."""
    edges = [edge for edge in kept if _is_near(graph.nodes, edge, bounds.outside)]
    out, into = _adjacent((edge.source, edge.target) for edge in edges)
    named = (bounds.sources or frozenset()) | (bounds.targets or frozenset())
    nodes = {id_ for id_, node in graph.nodes.items() if node.own or id_ in out or id_ in into or id_ in named}
    roots = _ordered(graph.nodes, bounds.sources or bounds.targets or _roots(graph.nodes, nodes, out, into))
    near = _within(nodes, out, into, bounds, roots)
    forwards = bounds.sources is not None or bounds.targets is None
    chosen = tuple(edge for edge in edges if _is_within(edge, near, bounds.depth, forwards))
    drawn = _pictured(graph.nodes, near, chosen, tuple(id_ for id_ in roots if id_ in near))
    more = out if forwards else into
    cut = frozenset(id_ for id_, steps in near.items() if steps == bounds.depth and id_ in more)
    return replace(drawn, cut=cut)


def way_picture(graph: Graph, kept: Iterable[Edge], way: tuple[Edge, ...]) -> Picture:
    """Only what lies on a way."""
    pairs = {(edge.source, edge.target) for edge in way}
    edges = tuple(edge for edge in kept if (edge.source, edge.target) in pairs)
    return _pictured(graph.nodes, {id_ for pair in pairs for id_ in pair}, edges, tuple(e.source for e in way[:1]))


def _pictured(
    nodes: Mapping[str, Node], chosen: Iterable[str], edges: tuple[Edge, ...], roots: tuple[str, ...]
) -> Picture:
    out, _ = _adjacent((edge.source, edge.target) for edge in edges)
    return Picture({id_: nodes[id_] for id_ in _ordered(nodes, chosen)}, edges, roots, knots(out))


def _is_near(nodes: Mapping[str, Node], edge: Edge, outside: Outside) -> bool:
    source, target = nodes[edge.source], nodes[edge.target]
    if outside is Outside.ALL:
        return True
    return source.own and (target.own or (outside is Outside.NEAR and not target.standard))


def _adjacent(pairs: Iterable[Pair]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    out: dict[str, list[str]] = {}
    into: dict[str, list[str]] = {}
    for source, target in sorted(set(pairs)):
        out.setdefault(source, []).append(target)
        into.setdefault(target, []).append(source)
    return out, into


def _ordered(nodes: Mapping[str, Node], ids: Iterable[str]) -> tuple[str, ...]:
    """What is own first, graph by graph, each by name."""
    return tuple(sorted(ids, key=lambda id_: (not nodes[id_].own, nodes[id_].graph, nodes[id_].name, id_)))


def _roots(
    nodes: Mapping[str, Node], shown: set[str], out: Mapping[str, list[str]], into: Mapping[str, list[str]]
) -> set[str]:
    """Those nobody depends on, and the first of each circle that none of them reaches."""
    own = [id_ for id_ in _ordered(nodes, shown) if nodes[id_].own]
    roots = {id_ for id_ in own if not set(into.get(id_, ())) - {id_}}
    reached = set(distances(out, sorted(roots)))
    for id_ in own:
        if id_ not in reached:
            roots.add(id_)
            reached.update(distances(out, [id_]))
    return roots


def _within(
    nodes: set[str],
    out: Mapping[str, list[str]],
    into: Mapping[str, list[str]],
    bounds: Bounds,
    roots: Iterable[str],
) -> dict[str, int]:
    """The nodes to show, with their distance from where the picture begins."""
    if bounds.sources is None and bounds.targets is None:
        found = distances(out, roots)
        found.update(dict.fromkeys(nodes.difference(found), 0))
    elif bounds.sources is None:
        found = distances(into, roots)
    else:
        found = distances(out, roots)
        if bounds.targets is not None:
            reaching = distances(into, sorted(bounds.targets))
            found = {id_: steps for id_, steps in found.items() if id_ in reaching}
    return {id_: steps for id_, steps in found.items() if bounds.depth is None or steps <= bounds.depth}


def _is_within(edge: Edge, near: Mapping[str, int], depth: int | None, forwards: bool) -> bool:
    if edge.source not in near or edge.target not in near:
        return False
    return depth is None or near[edge.source if forwards else edge.target] < depth
