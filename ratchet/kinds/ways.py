"""Ways through a graph: how far others are from some nodes, and the first of the shortest ways between two."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from ratchet.kinds.views import View
from ratchet.model.graph import Edge

__all__ = ["Steps", "distances", "first_way"]

Steps = Mapping[str, Collection[str]]
"""From each node the next ones."""


def distances(steps: Steps, starts: Iterable[str]) -> dict[str, int]:
    """Every node that is reached, in the order in which it is, with its distance from the nearest start."""
    found = dict.fromkeys(starts, 0)
    level = list(found)
    while level:
        after = []
        for id_ in level:
            for near in steps.get(id_, ()):
                if near not in found:
                    found[near] = found[id_] + 1
                    after.append(near)
        level = after
    return found


def first_way(view: View, sources: Collection[str], targets: Collection[str]) -> tuple[Edge, ...]:
    """Of the shortest ways from a source to a target the first by the names along it; empty where there is none.

    A way has at least one edge: from a node to itself it is a cycle.
    """
    distance = distances(view.into, sorted(targets))
    starts = [(source, near) for source in sources for near in view.targets(source) if near in distance]
    if not starts:
        return ()
    length = min(distance[near] for _, near in starts)
    source, near = min(
        (pair for pair in starts if distance[pair[1]] == length),
        key=lambda pair: [(view.name(id_), id_) for id_ in pair],
    )
    way = [view.targets(source)[near]]
    while distance[near]:
        nearer = (id_ for id_ in view.targets(near) if distance.get(id_) == distance[near] - 1)
        after = min(nearer, key=lambda id_: (view.name(id_), id_))
        way.append(view.targets(near)[after])
        near = after
    return tuple(way)
