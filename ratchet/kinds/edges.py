"""Which edges a rule means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from ratchet.model.graph import Edge, Graph
from ratchet.model.shape import Flag, Key, List, Shape, Table, Text

__all__ = ["EDGES_SHAPE", "Edges", "build_edges", "describe", "keep", "meaning"]


@dataclass(frozen=True, slots=True)
class Edges:
    """The edges that count for a rule."""

    kinds: tuple[str, ...] = ("normal", "build")
    optional: bool = True
    type_only: bool = True
    lazy: bool = True
    test: bool = False


EDGES_SHAPE: Shape = Table(
    {
        "kinds": Key(List(Text(words=("normal", "dev", "build")), least=1), "the kinds of dependency"),
        "optional": Key(Flag(), "optional dependencies too"),
        "type_only": Key(Flag(), "imports that only a type checker sees too"),
        "lazy": Key(Flag(), "imports in functions too"),
        "test": Key(Flag(), "imports of test code too"),
    }
)


def build_edges(data: Mapping[str, object]) -> Edges:
    kinds = tuple(cast("list[str]", data.get("kinds", ["normal", "build"])))
    return Edges(kinds, *(bool(data.get(key, key != "test")) for key in ("optional", "type_only", "lazy", "test")))


def meaning(edges: Edges) -> object:
    return [list(edges.kinds), edges.optional, edges.type_only, edges.lazy, edges.test]


def describe(edges: Edges) -> str:
    return " and ".join(edges.kinds) + " edges"


def keep(graph: Graph, edges: Edges) -> tuple[Edge, ...]:
    return tuple(
        edge
        for edge in graph.edges
        if edge.kind in edges.kinds
        and (edges.optional or not edge.optional)
        and (edges.type_only or not edge.type_only)
        and (edges.lazy or not edge.lazy)
        and (edges.test or not edge.test)
    )
