"""Small repositories for graphs: files as a dict, and what their graph says in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ratchet.graphs.python import READER
from ratchet.graphs.reader import Sources
from ratchet.model.graph import Edge, Graph
from ratchet.model.scope import Scope
from ratchet.model.snapshot import DictSnapshot, Unreadable

__all__ = ["graph_of", "pairs", "shown", "tests_by_path"]


def tests_by_path(path: str) -> Scope:
    """Tests are in a directory `tests`, or named so."""
    return Scope.TEST if "tests/" in path or path.rpartition("/")[2].startswith("test_") else Scope.PRODUCTION


def graph_of(
    files: Mapping[str, str | bytes],
    scope: Callable[[str], Scope] = tests_by_path,
    unread: frozenset[str] = frozenset(),
) -> Graph:
    """The graph of these files."""
    snapshot = DictSnapshot(files)

    def read(path: str) -> bytes:
        if path in unread:
            raise Unreadable("no permission")
        return snapshot.read(path)

    imports = {
        path: READER.imports(read(path), READER.dialect(path))
        for path in snapshot.paths()
        if READER.dialect(path) and path not in unread
    }
    return READER.build(Sources(snapshot.paths(), read, imports, unread, scope))


def pairs(graph: Graph) -> list[str]:
    """Every edge between modules of the repository: `a -> b`."""
    return sorted({f"{_name(graph, edge.source)} -> {_name(graph, edge.target)}" for edge in _own(graph)})


def shown(graph: Graph) -> list[str]:
    """Every edge with its line and what it is, externals marked."""
    return [
        f"{_name(graph, edge.source)}:{edge.place.line} -> {_name(graph, edge.target)}{_words(edge)}"
        for edge in graph.edges
    ]


def _own(graph: Graph) -> list[Edge]:
    return [edge for edge in graph.edges if graph.nodes[edge.target].own]


def _name(graph: Graph, id_: str) -> str:
    node = graph.nodes[id_]
    return node.name if node.own else f"std:{node.name}" if node.standard else f"ext:{node.name}"


def _words(edge: Edge) -> str:
    words = {
        "type-only": edge.type_only,
        "lazy": edge.lazy,
        "conditional": edge.conditional,
        "test": edge.test,
        "dev": edge.kind == "dev",
    }
    said = [word for word, is_so in words.items() if is_so]
    return f" ({', '.join(said)})" if said else ""
