"""The directories and packages that nodes lie in, as far as they tell something."""

from __future__ import annotations

from collections.abc import Iterable

from ratchet.model.graph import Node
from ratchet.model.value import field, mutable

__all__ = ["OUTSIDE", "Group", "grouped"]

OUTSIDE = ("outside", "standard library")

_DEEPEST = 20  # a hostile tree may nest as deep as the stack of Python, and nobody looks so far in


@mutable
class Group:
    """A directory or package: its name below the one above, its whole name, what it holds, and who lies in it."""

    name: str
    key: str
    groups: dict[str, Group] = field(default_factory=dict)
    nodes: dict[str, str] = field(default_factory=dict)


def grouped(nodes: Iterable[Node]) -> Group:
    """One root group; in it the ids of all nodes with what to call them there.

    A graph by itself has no group of its own, nor has a directory that holds a single other one.
    """
    every = list(nodes)
    several = len({node.graph for node in every}) > 1
    root = Group("", "")
    for node in every:
        *above, last = _way(node)
        group = root
        for name in (*((node.graph,) if several else ()), *above[:_DEEPEST]):
            group = group.groups.setdefault(name, Group(name, f"{group.key}/{name}"))
        group.nodes[node.id] = last
    return _short(root, frozenset(node.id for node in every if node.graph == "cargo" or not node.own))


def _way(node: Node) -> tuple[str, ...]:
    """The groups that a node lies in, and its name there: a module goes by its file, a crate by its own name."""
    if not node.own:
        return (OUTSIDE[node.standard], f"{node.name} {node.version}".rstrip())
    parts = [part for part in node.path.split("/") if part not in ("", ".")]
    if not parts or node.graph == "cargo":
        return (*parts[:-1], node.name)
    return (*parts[:-1], parts[-1].removesuffix(".py"))


def _short(group: Group, named: frozenset[str]) -> Group:
    """The same without groups that hold nothing but one other, or one node; `named` ones need no group to be known."""
    made = Group(group.name, group.key, nodes=dict(group.nodes))
    for given in group.groups.values():
        inner = _short(given, named)
        while len(inner.groups) == 1 and not inner.nodes:
            (only,) = inner.groups.values()
            inner = Group(f"{inner.name}/{only.name}", only.key, only.groups, only.nodes)
        if inner.groups or len(inner.nodes) != 1:
            made.groups[inner.name] = inner
        for id_, label in inner.nodes.items() if inner.name not in made.groups else ():
            made.nodes[id_] = label if id_ in named else f"{inner.name}/{label}".removesuffix("/__init__")
    return made
