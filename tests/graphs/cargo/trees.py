"""Repositories as dicts, and the cargo graph of them in words that tests can state."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.graphs.cargo import READER
from ratchet.graphs.reader import Sources
from ratchet.model.graph import Edge, Graph, Node
from ratchet.model.snapshot import DictSnapshot

__all__ = ["DEFAULT", "edge", "graph", "lock", "named", "own", "package", "pairs", "said"]

DEFAULT = "registry+https://github.com/rust-lang/crates.io-index"
"""How a lockfile names the registry that is meant when none is named."""


def package(name: str, rest: str = "", version: str = "0.1.0") -> str:
    """A manifest."""
    return f'[package]\nname = "{name}"\nversion = "{version}"\nedition = "2021"\n{rest}'


def lock(*packages: tuple[str, str, str, str]) -> str:
    """A lockfile of (name, version, source, dependencies with commas)."""
    blocks = []
    for name, version, source, listed in packages:
        lines = [f'name = "{name}"', f'version = "{version}"']
        lines += [f'source = "{source}"'] if source else []
        if listed:
            lines += ["dependencies = [", *(f' "{each.strip()}",' for each in listed.split(",")), "]"]
        blocks.append("\n".join(["[[package]]", *lines, ""]))
    return "# made by hand\nversion = 4\n\n" + "\n".join(blocks)


def graph(files: Mapping[str, str | bytes]) -> Graph:
    """The graph of a repository."""
    tree = DictSnapshot(files)
    return READER.build(Sources(tree.paths(), tree.read))


def named(found: Graph, id_: str) -> str:
    """A node in short: an own one by its path, another by name and version."""
    node = found.nodes[id_]
    return node.path if node.own else f"{node.name}@{node.version or '*'}"


def pairs(found: Graph) -> list[str]:
    """The edges in short, sorted: `from -> to kind`."""
    return sorted(f"{named(found, each.source)} -> {named(found, each.target)} {_mark(each)}" for each in found.edges)


def _mark(each: Edge) -> str:
    return each.kind.value if each.sure else "possible"


def edge(found: Graph, source: str, target: str) -> Edge:
    """The one edge between these."""
    (only,) = [
        each for each in found.edges if named(found, each.source) == source and named(found, each.target) == target
    ]
    return only


def own(found: Graph) -> Mapping[str, Node]:
    """The nodes of the repository by path."""
    return {node.path: node for node in found.nodes.values() if node.own}


def said(found: Graph) -> list[str]:
    """The mistakes, each with its place."""
    return [f"{each.place}: {each.message}" for each in found.mistakes]
