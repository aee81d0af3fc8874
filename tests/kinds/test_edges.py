"""Which edges a rule means: every filter by itself, and features as cargo's resolvers see them."""

from __future__ import annotations

import json

import pytest

from ratchet.kinds.edges import EDGES_SHAPE, Edges, build_edges, describe, keep, meaning
from ratchet.model.errors import Place
from ratchet.model.graph import Edge, EdgeKind, Graph, Node

NORMAL = frozenset({EdgeKind.NORMAL})
HERE = Place("x", 1)
LINUX, WINDOWS, WASM = "x86_64-unknown-linux-gnu", "x86_64-pc-windows-msvc", "wasm32-unknown-unknown"


def make(*edges: Edge, own: str = "abc", facts: dict[str, dict[str, str]] | None = None) -> Graph:
    """A graph of these edges; nodes named by the letters of `own` are of the repository."""
    ids = sorted({end for edge in edges for end in (edge.source, edge.target)} | set(own))
    nodes = {id_: Node(id_, id_, "cargo", id_ in own, facts=(facts or {}).get(id_, {})) for id_ in ids}
    return Graph(nodes, edges)


def kept(graph: Graph, edges: Edges) -> str:
    return " ".join(f"{edge.source}{edge.target}" for edge in keep(graph, edges))


PLAIN = make(
    Edge("a", "b", HERE),
    Edge("a", "c", HERE, EdgeKind.DEV),
    Edge("a", "d", HERE, EdgeKind.BUILD),
    Edge("a", "e", HERE, optional=True, features=("f",)),
    Edge("a", "g", HERE, cfg="cfg(windows)"),
    Edge("a", "h", HERE, type_only=True),
    Edge("a", "i", HERE, lazy=True),
    Edge("a", "j", HERE, test=True),
    Edge("b", "k", HERE, sure=False),
)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({}, "ab ad ae ag ah ai bk"),
        ({"kinds": "normal"}, "ab ae ag ah ai bk"),
        ({"kinds": ["dev", "build"]}, "ac ad"),
        ({"optional": False}, "ab ad ag ah ai bk"),
        ({"features": "none"}, "ab ad ag ah ai bk"),
        ({"features": ["f", "x"]}, "ab ad ae ag ah ai bk"),
        ({"target": "x86_64-unknown-linux-gnu"}, "ab ad ae ah ai bk"),
        ({"target": "x86_64-pc-windows-msvc"}, "ab ad ae ag ah ai bk"),
        ({"type_only": False}, "ab ad ae ag ai bk"),
        ({"lazy": False}, "ab ad ae ag ah bk"),
        ({"test": True}, "ab ad ae ag ah ai aj bk"),
        ({"certainty": "sure"}, "ab ad ae ag ah ai"),
    ],
)
def test_each_filter_leaves_out_what_it_says(data: dict[str, object], expected: str) -> None:
    assert list(EDGES_SHAPE.check(data, ())) == []
    assert kept(PLAIN, build_edges(data)) == expected


@pytest.mark.parametrize(
    "data", [{"kinds": []}, {"kinds": "test"}, {"features": "some"}, {"target": ""}, {"certainty": "maybe"}, {"dev": 1}]
)
def test_what_has_another_shape_is_refused(data: dict[str, object]) -> None:
    assert list(EDGES_SHAPE.check(data, ()))


def test_an_edge_beyond_the_repository_counts_only_where_something_kept_leads_to_it() -> None:
    graph = make(
        Edge("a", "x", HERE, EdgeKind.DEV),
        Edge("a", "y", HERE),
        Edge("x", "z", HERE, sure=False),
        Edge("y", "w", HERE, sure=False),
        Edge("z", "w", HERE, sure=False),
        own="a",
    )
    assert kept(graph, Edges()) == "ay yw"
    assert kept(graph, Edges(kinds=frozenset(EdgeKind))) == "ax ay xz yw zw"


def features(*edges: Edge, resolver: str = "2", macro: str = "") -> Graph:
    facts = {id_: {"resolver": resolver, **({"proc-macro": "true"} if id_ in macro else {})} for id_ in "abc"}
    return make(*edges, facts=facts)


OPTIONAL = Edge("b", "x", HERE, optional=True, features=("f",))


def test_a_feature_is_on_where_an_edge_asks_for_it() -> None:
    assert kept(features(Edge("a", "b", HERE), OPTIONAL), Edges(features="default")) == "ab"
    assert kept(features(Edge("a", "b", HERE, asks=("f",)), OPTIONAL), Edges(features="none")) == "ab bx"


def test_a_feature_is_passed_on_where_the_feature_before_it_is_on() -> None:
    graph = features(Edge("a", "b", HERE, passes=(("default", "f"),)), OPTIONAL)
    assert kept(graph, Edges(features="default")) == "ab bx"
    assert kept(graph, Edges(features="none")) == "ab"


def test_an_optional_edge_that_is_off_asks_for_nothing() -> None:
    graph = features(Edge("a", "b", HERE, optional=True, features=("g",), asks=("f",)), OPTIONAL)
    assert kept(graph, Edges(features="none")) == ""
    assert kept(graph, Edges(features=("g",))) == "ab bx"


def test_features_go_round_in_circles_and_settle() -> None:
    graph = features(
        Edge("a", "b", HERE, asks=("g",)),
        Edge("b", "c", HERE, passes=(("g", "h"),)),
        Edge("c", "b", HERE, passes=(("h", "f"),)),
        OPTIONAL,
    )
    assert kept(graph, Edges(features="none")) == "ab bc cb bx"


@pytest.mark.parametrize(("resolver", "expected"), [("1", "ab cb bx"), ("2", "ab cb"), ("3", "ab cb")])
def test_only_the_first_resolver_unites_what_is_for_another_platform(resolver: str, expected: str) -> None:
    graph = features(
        Edge("a", "b", HERE),
        Edge("c", "b", HERE),
        Edge("c", "b", HERE, asks=("f",), cfg="cfg(windows)"),
        OPTIONAL,
        resolver=resolver,
    )
    assert kept(graph, Edges(features="none", target="x86_64-unknown-linux-gnu")) == expected
    assert kept(graph, Edges(features="none")) == "ab cb cb bx"


@pytest.mark.parametrize(("resolver", "expected"), [("1", "ab bx"), ("2", "ab")])
def test_only_the_first_resolver_unites_what_tests_ask_for(resolver: str, expected: str) -> None:
    graph = features(Edge("a", "b", HERE), Edge("c", "b", HERE, EdgeKind.DEV, asks=("f",)), OPTIONAL, resolver=resolver)
    assert kept(graph, Edges(features="none")) == expected
    assert kept(graph, Edges(frozenset(EdgeKind), features="none")) == "ab cb bx"


@pytest.mark.parametrize(("resolver", "expected"), [("1", "ab bx"), ("2", "ab")])
def test_only_the_first_resolver_unites_what_build_scripts_ask_for(resolver: str, expected: str) -> None:
    graph = features(
        Edge("a", "b", HERE), Edge("c", "b", HERE, EdgeKind.BUILD, asks=("f",)), OPTIONAL, resolver=resolver
    )
    assert kept(graph, Edges(NORMAL, features="none")) == expected
    assert kept(graph, Edges(features="none")) == "ab cb bx"


def test_the_features_of_a_procedural_macro_are_on_though_nobody_asks() -> None:
    graph = features(Edge("c", "x", HERE, optional=True, features=("default",)), macro="c")
    assert kept(graph, Edges(features="default")) == "cx"
    assert kept(graph, Edges(features="none")) == ""


def test_what_a_procedural_macro_asks_for_is_met_by_way_of_the_macro() -> None:
    graph = features(Edge("a", "c", HERE), Edge("c", "b", HERE, asks=("f",)), OPTIONAL, macro="c")
    assert kept(graph, Edges(NORMAL, features="none")) == "ac cb bx"


@pytest.mark.parametrize(
    ("target", "host", "expected"),
    [
        (LINUX, "", "ab bx ac cy"),
        (WINDOWS, "", "ab bz ac cw"),
        (WINDOWS, LINUX, "ab bz ac cy"),
        (WASM, "", "ab ac cy cw"),  # nobody builds on it, and which machine does is not said
        ("all", LINUX, "ab bx bz ac cy cw"),
    ],
)
def test_what_runs_during_the_build_is_for_the_machine_that_builds(target: str, host: str, expected: str) -> None:
    graph = features(
        Edge("a", "b", HERE),
        Edge("b", "x", HERE, cfg="cfg(unix)"),
        Edge("b", "z", HERE, cfg="cfg(windows)"),
        Edge("a", "c", HERE),
        Edge("c", "y", HERE, cfg="cfg(unix)"),
        Edge("c", "w", HERE, cfg="cfg(windows)"),
        macro="c",
    )
    assert kept(graph, Edges(target=target, host=host)) == expected


def test_the_phrase_says_what_is_meant() -> None:
    assert describe(Edges()) == "normal and build edges; optional, type-only, lazy and possible ones included"
    bare = Edges(NORMAL, False, ("x", "y"), "wasm32-wasip1", LINUX, False, False, False, "sure")
    assert describe(bare) == "normal edges; no others; features: x, y; for wasm32-wasip1 on x86_64-unknown-linux-gnu"
    every = Edges(frozenset(EdgeKind), test=True, features="default")
    assert describe(every) == (
        "normal, dev and build edges; optional, type-only, lazy, test and possible ones included; features: default"
    )


def test_the_same_meaning_is_the_same_text() -> None:
    one = build_edges({"kinds": ["build", "normal"], "features": ["b", "a", "b"]})
    other = build_edges({"features": ["a", "b"], "optional": True})
    assert json.dumps(meaning(one)) == json.dumps(meaning(other))
    assert meaning(one) != meaning(Edges())
    assert meaning(Edges(target=LINUX, host=LINUX)) == meaning(Edges(target=LINUX)), "its own host unless said"
    assert meaning(Edges(target=LINUX, host=WINDOWS)) != meaning(Edges(target=LINUX))
