"""Rules over groups of nodes: which group may not depend on which, looked at through what is in no group."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from ratchet.kinds.selectors import SEPARATORS, Bound, Selection, holds, select
from ratchet.kinds.views import Crossing, View, crossings
from ratchet.model.graph import Graph
from ratchet.model.value import frozen, replace

__all__ = ["Groups", "between_groups", "by_captures", "by_parent", "by_selection"]


@frozen
class Groups:
    """The groups by name, in order, and the group of each node."""

    members: Mapping[str, frozenset[str]]
    of: Mapping[str, str]


def by_selection(graph: Graph, selections: Mapping[str, Selection]) -> Groups:
    """A group for each selection; a node that several select belongs to the first."""
    of: dict[str, str] = {}
    members: dict[str, set[str]] = {name: set() for name in selections}
    for name, selection in selections.items():
        for id_ in select(graph, selection):
            if id_ not in of:
                of[id_] = name
                members[name].add(id_)
    return Groups({name: frozenset(ids) for name, ids in members.items()}, of)


def by_captures(graph: Graph, selection: Selection) -> Groups:
    """A group for each thing that the captures stand for; without captures each node is its own."""
    labels = {id_: _label(graph, id_, bound) for id_, bound in select(graph, selection).items()}
    homes: dict[str, set[str]] = {}
    for id_, label in labels.items():
        homes.setdefault(label, set()).add(graph.nodes[id_].graph)
    # What has one name in two ecosystems is two things.
    of = {
        id_: f"{label} ({graph.nodes[id_].graph})" if len(homes[label]) > 1 else label for id_, label in labels.items()
    }
    members: dict[str, set[str]] = {}
    for id_, name in of.items():
        members.setdefault(name, set()).add(id_)
    return Groups({name: frozenset(members[name]) for name in sorted(members)}, of)


def by_parent(graph: Graph, selection: Selection) -> Mapping[str, Groups]:
    """For each package of a selection, a group for each of its children, with all that is below that."""
    chosen: dict[str, bool] = {}
    members: dict[str, dict[str, set[str]]] = {}
    for id_, node in graph.nodes.items():
        separator = SEPARATORS.get(node.graph, "") if node.own else ""
        parts = node.name.split(separator) if separator else []
        names = [separator.join(parts[:end]) for end in range(1, len(parts) + 1)]
        for parent, child in pairwise(names):
            if parent not in chosen:
                chosen[parent] = holds(selection, replace(node, name=parent, path="")) is not None
            if chosen[parent]:
                members.setdefault(parent, {}).setdefault(child, set()).add(id_)
    return {parent: _of_children(members[parent]) for parent in sorted(members)}


def _of_children(members: Mapping[str, set[str]]) -> Groups:
    of = {id_: child for child, ids in members.items() for id_ in ids}
    return Groups({child: frozenset(members[child]) for child in sorted(members)}, of)


def _label(graph: Graph, id_: str, bound: Bound) -> str:
    return ", ".join(text for _, text in bound) or graph.nodes[id_].name


def between_groups(
    view: View, groups: Groups, forbidden: Callable[[str, str], bool], direct: bool
) -> Iterator[Crossing]:
    """Every way from a group to one it may not depend on, through nothing that is in a group."""
    for target, ids in groups.members.items():
        sources = {id_ for name, ids_ in groups.members.items() if forbidden(name, target) for id_ in ids_}
        if sources and ids:
            yield from crossings(view, sources, ids, direct, groups.of)
