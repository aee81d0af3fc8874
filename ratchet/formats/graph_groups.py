"""The directories and packages that nodes lie in, as far as they tell something."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ratchet.model.graph import Node

__all__ = ["Group", "grouped"]

_INIT = "__init__"
_DEEPEST = 20  # a hostile tree may nest as deep as the stack of Python, and nobody looks so far in


@dataclass(slots=True)
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
    known = [(node, _way(node)) for node in nodes]
    packages = {(node.graph, way[:end]) for node, way in known for end in range(1, len(way)) if node.own}
    several = len({node.graph for node, _ in known}) > 1
    root = Group("", "")
    for node, way in known:
        is_package = node.own and (node.graph, way) in packages
        above = (way if is_package and node.graph == "python" else way[:-1])[:_DEEPEST]
        group = root
        for name in (*((node.graph,) if several else ()), *(above if node.own else (_outside(node),))):
            group = group.groups.setdefault(name, Group(name, f"{group.key}/{name}"))
        group.nodes[node.id] = _label(node, way, is_package)
    return _short(root)


def _way(node: Node) -> tuple[str, ...]:
    if node.graph == "python":
        return tuple(node.name.split("."))
    return tuple(part for part in node.path.split("/") if part not in ("", ".")) or (node.name,)


def _outside(node: Node) -> str:
    return "standard library" if node.standard else "outside"


def _label(node: Node, way: tuple[str, ...], is_package: bool) -> str:
    if not node.own:
        return f"{node.name} {node.version}".rstrip()
    if node.graph == "python":
        return _INIT if is_package else way[-1]
    return node.name if node.graph == "cargo" else way[-1]


def _short(group: Group) -> Group:
    """The same without groups that hold nothing but one other."""
    inner: dict[str, Group] = {}
    for each in map(_short, group.groups.values()):
        joined = each
        while len(joined.groups) == 1 and not joined.nodes:
            (only,) = joined.groups.values()
            joined = Group(f"{joined.name}/{only.name}", only.key, only.groups, only.nodes)
        inner[joined.name] = joined
    return Group(group.name, group.key, inner, group.nodes)
