"""Ways along the edges that a rule means: shortest, first by name, past nothing that answers for itself."""

from __future__ import annotations

import pytest

from ratchet.kinds.edges import Edges
from ratchet.kinds.views import crossings, hops, view_of
from ratchet.model.graph import EdgeKind, Graph
from tests.kinds.fitting import evidence, graph


def ways(of: Graph, sources: str, targets: str, direct: bool = False, closed: str = "") -> list[str]:
    view = view_of(evidence(of), Edges())
    found = crossings(view, set(sources.split()), set(targets.split()), direct, set(closed.split()))
    return sorted(">".join([*(edge.source for edge in each.edges), each.target]) for each in found)


@pytest.mark.parametrize(
    ("edges", "sources", "targets", "paths"),
    [
        ("a>t", "a", "t", ["a>t"]),
        ("a>b b>t", "a", "t", ["a>b>t"]),
        ("a>b a>c b>t c>t", "a", "t", ["a>b>t", "a>c>t"]),
        ("a>b b>d b>c c>t d>t", "a", "t", ["a>b>c>t"]),
        ("a>b b>c c>t b>t", "a", "t", ["a>b>t"]),
        ("a>t t>u", "a", "t u", ["a>t"]),
        ("a>b b>t", "a b", "t", ["b>t"]),
        ("a>b b>a a>t", "a", "t", ["a>t"]),
        ("a>b b>c c>b", "a", "t", []),
        ("t>a", "a", "t", []),
        ("a>a a>t", "a", "t", ["a>t"]),
    ],
)
def test_each_first_edge_has_its_first_shortest_way(edges: str, sources: str, targets: str, paths: list[str]) -> None:
    assert ways(graph(edges, more="a t"), sources, targets) == paths


def test_directly_is_by_one_edge() -> None:
    assert ways(graph("a>b b>t a>u"), "a", "t u", direct=True) == ["a>u"]


def test_no_way_leads_through_what_is_closed() -> None:
    assert ways(graph("a>b b>t a>c c>d d>t"), "a", "t", closed="b") == ["a>c>d>t"]


def test_of_two_edges_the_sure_one_is_shown() -> None:
    view = view_of(evidence(graph("a>t! a>t")), Edges())
    assert view.targets("a")["t"].sure
    assert view.sources("t")["a"].sure


def test_rules_that_mean_the_same_edges_share_a_view() -> None:
    tree = evidence(graph("a>b a>c~"))
    assert view_of(tree, Edges()) is view_of(tree, Edges())
    assert view_of(tree, Edges(frozenset({EdgeKind.DEV}))).targets("a").keys() == {"c"}


@pytest.mark.parametrize(
    ("edge", "note"),
    [
        ("a>b", ""),
        ("a>b%", "build dependency"),
        ("a>b?", "optional"),
        ("a>b:", "for types only"),
        ("a>b;", "in a function"),
        ("a>b!", "possible: only the lockfile says so"),
        ("a>b%?;", "build dependency; optional; in a function"),
    ],
)
def test_a_step_says_what_kind_of_dependency_it_is(edge: str, note: str) -> None:
    view = view_of(evidence(graph(edge)), Edges())
    [hop] = hops(view, view.targets("a").values())
    assert (hop.source, hop.target, str(hop.place), hop.note) == ("a", "b", "a.toml:1", note)
