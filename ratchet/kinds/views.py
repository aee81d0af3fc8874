"""The edges that a rule means, as plain adjacency; reachability and shortest paths over them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import cast

from ratchet.kinds.edges import Edges, keep
from ratchet.model.evidence import Evidence
from ratchet.model.finding import Hop
from ratchet.model.graph import Edge, Graph, Node
from ratchet.model.value import frozen

__all__ = ["Crossing", "View", "crossings", "hops", "view_of"]

_NONE: Mapping[str, Edge] = {}


@frozen
class View:
    """The graph as a rule sees it: for each node whom it depends on, and who depends on it, each with one edge.

    `declared` are all the edges of a node, where two of its tables name the same dependency.
    """

    nodes: Mapping[str, Node]
    out: Mapping[str, Mapping[str, Edge]]
    into: Mapping[str, Mapping[str, Edge]]
    declared: Mapping[str, Sequence[Edge]]

    def name(self, id_: str) -> str:
        """What people call a node."""
        return self.nodes[id_].name

    def targets(self, id_: str) -> Mapping[str, Edge]:
        """Whom a node depends on."""
        return self.out.get(id_, _NONE)

    def sources(self, id_: str) -> Mapping[str, Edge]:
        """Who depends on a node."""
        return self.into.get(id_, _NONE)


def view_of(evidence: Evidence, edges: Edges) -> View:
    """The view of a rule; rules that mean the same edges share it."""
    key = ("view", edges)
    if key not in evidence.memo:
        evidence.memo[key] = _view(evidence.graph, edges)
    return cast(View, evidence.memo[key])


def _view(graph: Graph, edges: Edges) -> View:
    """Of several edges between the same two nodes the first that is sure, or the first."""
    out: dict[str, dict[str, Edge]] = {}
    into: dict[str, dict[str, Edge]] = {}
    declared: dict[str, list[Edge]] = {}
    for edge in keep(graph, edges):
        declared.setdefault(edge.source, []).append(edge)
        first = out.setdefault(edge.source, {}).get(edge.target)
        if first is None or (edge.sure and not first.sure):
            out[edge.source][edge.target] = edge
            into.setdefault(edge.target, {})[edge.source] = edge
    return View(graph.nodes, out, into, declared)


@frozen
class Crossing:
    """A way from a source to a target: its first edge leaves the source, and no other source or target is on it."""

    edges: tuple[Edge, ...]

    @property
    def first(self) -> Edge:
        """The edge that leaves the source."""
        return self.edges[0]

    @property
    def target(self) -> str:
        """Where it leads."""
        return self.edges[-1].target


def crossings(
    view: View, sources: Collection[str], targets: Collection[str], direct: bool, closed: Collection[str] = ()
) -> Iterator[Crossing]:
    """For each edge out of a source and each target it leads to, the first of the shortest ways.

    Ways do not pass through other sources, which answer for themselves, nor through other targets, nor through what is
    `closed`.
    """
    wanted = sorted(
        targets if direct else _reached(view, sources, targets, closed), key=lambda id_: (view.name(id_), id_)
    )
    for target in wanted:
        distance = _distances(view, target, sources, targets, closed, direct)
        for near in sorted(distance, key=lambda id_: (view.name(id_), id_)):
            for source, edge in view.sources(near).items():
                if source in sources and source != target:
                    yield Crossing((edge, *_way(view, near, distance)))


def _reached(view: View, sources: Collection[str], targets: Collection[str], closed: Collection[str]) -> set[str]:
    """The targets that some source reaches: where a rule holds, this is all that is done."""
    seen: set[str] = set()
    found: set[str] = set()
    waiting = [*sources]
    while waiting:
        for near in view.targets(waiting.pop()):
            if near in targets:
                found.add(near)
            elif near not in seen and near not in sources and near not in closed:
                seen.add(near)
                waiting.append(near)
    return found


def _distances(
    view: View,
    target: str,
    sources: Collection[str],
    targets: Collection[str],
    closed: Collection[str],
    direct: bool,
) -> dict[str, int]:
    """How far the nodes before the target are from it, by ways that may be taken."""
    distance = {target: 0}
    level = [] if direct else [target]
    while level:
        after = []
        for id_ in level:
            for before in view.sources(id_):
                if before in distance or before in sources or before in targets or before in closed:
                    continue
                distance[before] = distance[id_] + 1
                after.append(before)
        level = after
    return distance


def _way(view: View, start: str, distance: Mapping[str, int]) -> Iterator[Edge]:
    """The first of the shortest ways, by the names along it."""
    while distance[start]:
        nearer = [id_ for id_ in view.targets(start) if distance.get(id_, -1) == distance[start] - 1]
        best = min(nearer, key=lambda id_: (view.name(id_), id_))
        yield view.targets(start)[best]
        start = best


def hops(view: View, edges: Iterable[Edge]) -> tuple[Hop, ...]:
    """A way as it is shown: who depends on whom, and where it says so."""
    return tuple(
        Hop(view.name(edge.source), view.name(edge.target), edge.place, edge.sure, _note(edge), kind=edge.kind)
        for edge in edges
    )


def _note(edge: Edge) -> str:
    words = [
        f"{edge.kind} dependency" if edge.kind != "normal" else "",
        f"optional, with {', '.join(edge.features)}" if edge.features else "optional" if edge.optional else "",
        f"for {edge.cfg}" if edge.cfg else "",
        "for types only" if edge.type_only else "",
        "in a function" if edge.lazy else "",
        "" if edge.sure else "possible: only the lockfile says so",
    ]
    return "; ".join(word for word in words if word)
