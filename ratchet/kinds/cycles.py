"""Cycles among groups of nodes; the one door to networkx."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from ratchet.kinds.groups import Groups
from ratchet.kinds.views import View
from ratchet.model.graph import Edge
from ratchet.model.value import frozen

__all__ = ["Turn", "fewest_cuts", "turns"]

Links = Mapping[str, Mapping[str, Edge]]
"""For each group whom it depends on, with the first edge that says so."""


@frozen
class Turn:
    """An edge between groups that lies on a cycle, and the first of the shortest cycles through it."""

    source: str
    target: str
    edges: tuple[Edge, ...]


def turns(view: View, groups: Groups) -> Iterator[Turn]:
    """Every edge that lies on a cycle, in the order of names."""
    links = _links(view, groups)
    for knot in sorted(_knots(_without_ends(links)), key=min):
        before = _before(links, knot)
        for source in sorted(knot):
            distance = _distances(before, source)
            for target in sorted(links[source]):
                if target in knot:
                    back = _way_back(links, distance, target)
                    yield Turn(source, target, (links[source][target], *back))


def _before(links: Links, knot: Iterable[str]) -> dict[str, list[str]]:
    """Who depends on each group of a knot, within the knot."""
    before: dict[str, list[str]] = {}
    for source in sorted(knot):
        for target in links[source]:
            before.setdefault(target, []).append(source)
    return before


def _distances(before: Mapping[str, Sequence[str]], goal: str) -> dict[str, int]:
    """How far each group of a knot is from one of them."""
    distance = {goal: 0}
    level = [goal]
    while level:
        after = []
        for name in level:
            for near in before.get(name, ()):
                if near not in distance:
                    distance[near] = distance[name] + 1
                    after.append(near)
        level = after
    return distance


def _links(view: View, groups: Groups) -> dict[str, dict[str, Edge]]:
    links: dict[str, dict[str, Edge]] = {name: {} for name in groups.members}
    for id_, source in groups.of.items():
        for near, edge in view.targets(id_).items():
            target = groups.of.get(near)
            if target is None or (target == source and near != id_):
                continue
            first = links[source].get(target)
            if first is None or edge.order < first.order:
                links[source][target] = edge
    return links


def _without_ends(links: Links) -> dict[str, set[str]]:
    """What is left when all that depends on nothing is taken away, again and again; nothing without a cycle."""
    left = {name: set(targets) for name, targets in links.items()}
    before: dict[str, list[str]] = {}
    for name, targets in left.items():
        for target in targets:
            before.setdefault(target, []).append(name)
    ends = [name for name, targets in left.items() if not targets]
    while ends:
        end = ends.pop()
        del left[end]
        for name in before.get(end, ()):
            if name in left:
                left[name].discard(end)
                if not left[name]:
                    ends.append(name)
    return left


def _knots(links: Mapping[str, Iterable[str]]) -> list[set[str]]:
    if not links:
        return []
    import networkx  # 0.2 s, which only a tree with cycles pays for

    graph = networkx.DiGraph((source, target) for source, targets in links.items() for target in targets)
    components = networkx.strongly_connected_components(graph)
    return [set(each) for each in components if len(each) > 1 or graph.has_edge(*(tuple(each) * 2))]


def _way_back(links: Links, distance: Mapping[str, int], start: str) -> list[Edge]:
    """The first of the shortest ways within a knot."""
    way = []
    while distance[start]:
        near = min(name for name in links[start] if distance.get(name, -1) == distance[start] - 1)
        way.append(links[start][near])
        start = near
    return way


def fewest_cuts(
    edges: Iterable[tuple[str, str]], sources: Iterable[str], targets: Iterable[str], fixed: Collection[str]
) -> list[tuple[str, str]]:
    """The smallest set of edges without which no source reaches a target; what `fixed` nodes depend on stays."""
    import networkx

    every = sorted(edges)
    dear = len(every) + 1  # more than all others together: nothing is cut where this would have to be
    graph = networkx.DiGraph()
    for source, target in every:
        graph.add_edge(("node", source), ("node", target), capacity=dear if source in fixed else 1)
    start, goal = ("start", ""), ("goal", "")
    for source in sorted(sources):
        graph.add_edge(start, ("node", source))
    for target in sorted(targets):
        graph.add_edge(("node", target), goal)
    if start not in graph or goal not in graph:
        return []
    price, (near, far) = networkx.minimum_cut(graph, start, goal)
    if price >= dear:
        return []
    cut = [(source[1], target[1]) for source in near for target in graph[source] if target in far]
    return sorted(cut)
