"""Graphs of small trees, as a test writes them down: files in, edges out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ratchet.graphs.reader import GraphReader, Sources
from ratchet.model.graph import Edge, Graph
from ratchet.model.scope import Scope
from ratchet.model.snapshot import DictSnapshot

__all__ = ["arrows", "draw", "flagged"]


def draw(
    reader: GraphReader, files: Mapping[str, str | bytes], scope: Callable[[str], Scope] = lambda path: Scope.PRODUCTION
) -> Graph:
    """The graph of a tree that is a dict."""
    tree = DictSnapshot(files)
    imports = {
        path: reader.imports(tree.read(path), dialect) for path in tree.paths() if (dialect := reader.dialect(path))
    }
    return reader.build(Sources(tree.paths(), tree.read, imports, scope=scope))


def arrows(graph: Graph) -> list[str]:
    """`a -> b` for every edge by the names of its ends, and `a -> ?b` for what leads nowhere."""
    found = [f"{graph.nodes[each.source].name} -> {graph.nodes[each.target].name}" for each in graph.edges]
    lost = [f"{graph.nodes[each.source].name} -> ?{each.text}" for each in graph.unresolved]
    return sorted(found + lost)


def flagged(edge: Edge) -> set[str]:
    """The names of what is true of an edge."""
    return {name for name in ("type_only", "lazy", "conditional", "test", "optional") if getattr(edge, name)}
