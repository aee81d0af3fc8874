"""Ways, knots and pictures of small graphs that are written as arrows."""

from __future__ import annotations

import itertools
import random

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratchet.kinds.edges import Edges
from ratchet.kinds.knots import knots
from ratchet.kinds.picturing import Bounds, Outside, picture
from ratchet.kinds.views import View, view_of
from ratchet.kinds.ways import distances, first_way
from ratchet.model.errors import Place
from ratchet.model.evidence import Evidence
from ratchet.model.graph import Edge, Graph, Node

PAIRS = st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh")), max_size=24)


def made(*arrows: str, outside: str = "", standard: str = "") -> Graph:
    """A graph from arrows such as `a b`; single letters name nodes."""
    names = sorted({name for arrow in arrows for name in arrow.split()})
    nodes = {n: Node(n, n, "python", n not in outside + standard, n, standard=n in standard) for n in names}
    ends = [arrow.split() for arrow in arrows if " " in arrow]
    edges = [Edge(source, target, Place(f"{source}.py", line)) for line, (source, target) in enumerate(ends, start=1)]
    return Graph(nodes, tuple(sorted(edges, key=lambda edge: edge.order)))


def view(graph: Graph) -> View:
    return view_of(Evidence(graph=graph), Edges())


def way(graph: Graph, source: str, target: str) -> str:
    edges = first_way(view(graph), set(source), set(target))
    return "".join([edge.source for edge in edges] + [edge.target for edge in edges[-1:]])


def test_the_way_is_the_shortest_and_of_these_the_first_by_name() -> None:
    graph = made("a x", "x y", "y z", "a c", "a b", "c z", "b z")
    assert way(graph, "a", "z") == "abz"
    assert way(graph, "x", "z") == "xyz"
    assert way(graph, "z", "a") == ""


def test_the_way_between_several_begins_where_it_is_shortest() -> None:
    assert way(made("a b", "b c", "d c"), "ad", "c") == "dc"
    assert way(made("b c", "a c"), "ab", "c") == "ac"


def test_the_way_from_a_node_to_itself_is_its_cycle() -> None:
    assert way(made("a b", "b c", "c a"), "a", "a") == "abca"
    assert way(made("a a"), "a", "a") == "aa"
    assert way(made("a b"), "a", "a") == ""


@given(PAIRS, st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh"))
def test_a_way_is_as_long_as_networkx_says(pairs: list[tuple[str, str]], source: str, target: str) -> None:
    graph = made(*(" ".join(pair) for pair in pairs), *"abcdefgh")
    known = networkx.DiGraph(pairs)
    known.add_nodes_from("abcdefgh")
    found = first_way(view(graph), {source}, {target})
    if source == target:
        return
    expected = networkx.shortest_path_length(known, source, target) if networkx.has_path(known, source, target) else 0
    assert len(found) == expected
    assert all(one.target == other.source for one, other in itertools.pairwise(found))


@given(PAIRS)
def test_knots_are_the_strong_components_of_networkx(pairs: list[tuple[str, str]]) -> None:
    steps: dict[str, list[str]] = {}
    for source, target in pairs:
        steps.setdefault(source, []).append(target)
    found = knots(steps)
    made_of = {number: frozenset(id_ for id_, of in found.items() if of == number) for number in found.values()}
    components = networkx.strongly_connected_components(networkx.DiGraph(pairs))
    assert set(made_of.values()) == {frozenset(each) for each in components if len(each) > 1}


def test_knots_are_numbered_alike_whatever_the_order() -> None:
    pairs = [("a", "b"), ("b", "a"), ("x", "y"), ("y", "x"), ("b", "x")]
    for seed in range(5):
        random.Random(seed).shuffle(pairs)
        steps: dict[str, list[str]] = {}
        for source, target in pairs:
            steps.setdefault(source, []).append(target)
        assert knots(steps) == {"a": 0, "b": 0, "x": 1, "y": 1}


def test_a_chain_may_be_longer_than_the_stack_of_python() -> None:
    steps = {str(n): [str(n + 1)] for n in range(5_000)} | {"5000": ["0"]}
    assert set(knots(steps).values()) == {0}
    assert distances(steps, ["0"])["5000"] == 5_000


def drawn(graph: Graph, bounds: Bounds) -> tuple[str, list[str]]:
    found = picture(graph, graph.edges, bounds)
    return "".join(found.nodes), [edge.source + edge.target for edge in found.edges]


FULL = made("a b", "b c", "c x", "x y", "a s", "d c", "e", outside="xy", standard="s")


@pytest.mark.parametrize(
    ("bounds", "nodes", "edges"),
    [
        (Bounds(), "abcdex", ["ab", "bc", "cx", "dc"]),
        (Bounds(outside=Outside.NONE), "abcde", ["ab", "bc", "dc"]),
        (Bounds(outside=Outside.ALL), "abcdesxy", ["ab", "as", "bc", "cx", "dc", "xy"]),
        (Bounds(sources=frozenset("b")), "bcx", ["bc", "cx"]),
        (Bounds(sources=frozenset("a"), depth=1), "ab", ["ab"]),
        (Bounds(targets=frozenset("y"), outside=Outside.ALL, depth=2), "cxy", ["cx", "xy"]),
        (Bounds(frozenset("a"), frozenset("c")), "abc", ["ab", "bc"]),
        (Bounds(frozenset("d"), frozenset("b")), "", []),
        (Bounds(depth=0), "ade", []),
    ],
)
def test_a_picture_keeps_to_its_bounds(bounds: Bounds, nodes: str, edges: list[str]) -> None:
    assert drawn(FULL, bounds) == (nodes, edges)


def test_a_picture_says_where_it_was_cut() -> None:
    assert picture(FULL, FULL.edges, Bounds(sources=frozenset("a"), depth=1)).cut == {"b"}
    assert picture(FULL, FULL.edges, Bounds(targets=frozenset("c"), depth=1)).cut == {"b"}
    assert picture(FULL, FULL.edges, Bounds()).cut == frozenset()


def test_the_roots_are_whom_nobody_needs_and_one_of_each_cycle() -> None:
    graph = made("a b", "m n", "n m", "n o", "z z", "z b")
    assert picture(graph, graph.edges, Bounds()).roots == ("a", "m", "z")
