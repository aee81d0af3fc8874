"""Laws of rules on graphs, held against networkx, against every path there is, and against themselves."""

from __future__ import annotations

import re
from itertools import combinations
from random import Random

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from ratchet.kinds.cycles import fewest_cuts, turns
from ratchet.kinds.edges import Edges
from ratchet.kinds.groups import by_captures
from ratchet.kinds.selectors import Selection, Selector, parse_selector, select
from ratchet.kinds.views import View, crossings, view_of
from ratchet.model.graph import Graph, joined
from ratchet.model.patterns import translate
from tests.kinds.fitting import chosen, evidence, graph, units

NAMES = "abcdefg"
Pair = tuple[str, str]
PAIRS = st.sets(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=16)
SOME = st.sets(st.sampled_from(NAMES), min_size=1, max_size=3)


def made(pairs: set[Pair]) -> Graph:
    return graph(" ".join(f"{source}>{target}" for source, target in sorted(pairs)), more=" ".join(NAMES))


def seen(pairs: set[Pair]) -> View:
    return view_of(evidence(made(pairs)), Edges())


def drawn(pairs: set[Pair]) -> networkx.DiGraph[str]:
    plain: networkx.DiGraph[str] = networkx.DiGraph()
    plain.add_nodes_from(NAMES)
    plain.add_edges_from(pairs)
    return plain


def every_way(pairs: set[Pair], sources: set[str], targets: set[str]) -> dict[tuple[str, str, str], list[str]]:
    """For each first edge and target the best of all simple paths past no other source or target."""
    plain, best = drawn(pairs), dict[tuple[str, str, str], list[str]]()
    for source in sources - targets:
        for target in targets:
            for path in networkx.all_simple_paths(plain, source, target):
                if sources.intersection(path[1:-1]) or targets.intersection(path[1:-1]):
                    continue
                key = source, path[1], target
                best[key] = min(best.get(key, path), path, key=lambda way: (len(way), way))
    return best


@given(PAIRS, SOME, SOME)
@settings(max_examples=150, deadline=None)
def test_a_crossing_is_the_first_of_the_shortest_of_all_paths(
    pairs: set[Pair], sources: set[str], targets: set[str]
) -> None:
    found = list(crossings(seen(pairs), sources - targets, targets, direct=False))
    ways = {
        (each.first.source, each.first.target, each.target): [*(edge.source for edge in each.edges), each.target]
        for each in found
    }
    assert len(ways) == len(found)
    assert ways == every_way(pairs, sources, targets)


@given(PAIRS, SOME, SOME)
@settings(max_examples=100, deadline=None)
def test_a_direct_crossing_is_an_edge(pairs: set[Pair], sources: set[str], targets: set[str]) -> None:
    found = crossings(seen(pairs), sources - targets, targets, direct=True)
    assert {(each.first.source, each.target) for each in found} == {
        (source, target) for source, target in pairs if source in sources - targets and target in targets
    }


def is_cut(pairs: set[Pair], sources: set[str], targets: set[str]) -> bool:
    plain = drawn(pairs)
    return not any(networkx.has_path(plain, source, target) for source in sources for target in targets)


@given(st.sets(st.tuples(st.sampled_from("abcde"), st.sampled_from("abcde")), max_size=9), SOME, SOME)
@settings(max_examples=100, deadline=None)
def test_the_fewest_cuts_cut_and_fewer_do_not(pairs: set[Pair], sources: set[str], targets: set[str]) -> None:
    ours = sources - targets
    found = fewest_cuts(pairs, ours, targets, ())
    assert set(found) <= pairs
    assert is_cut(pairs - set(found), ours, targets)
    for fewer in combinations(sorted(pairs), len(found) - 1) if found else ():
        assert not is_cut(pairs - set(fewer), ours, targets)


@given(PAIRS)
@settings(max_examples=100, deadline=None)
def test_turns_are_the_edges_inside_strongly_connected_components(pairs: set[Pair]) -> None:
    knots = [set(each) for each in networkx.strongly_connected_components(drawn(pairs))]
    inside = {(a, b) for a, b in pairs if any(a in knot and b in knot for knot in knots)}
    knot_of = {name: knot for knot in knots for name in knot}
    found = list(turns(seen(pairs), by_captures(made(pairs), chosen("*"))))
    assert [(each.source, each.target) for each in found] == sorted(
        inside, key=lambda pair: (min(knot_of[pair[0]]), pair)
    )
    for each in found:
        names = [edge.source for edge in each.edges]
        assert each.edges[-1].target == each.source == names[0]
        assert len(set(names)) == len(names)
        back = networkx.shortest_path_length(drawn(pairs), each.target, each.source)
        assert len(each.edges) == back + 1


RULES = (
    "deny: crate:a, crate:b -> crate:c, crate:d",
    "only: {from: crate:a, to: crate:b, reach: transitive}",
    "only: {from: crate:a, into: crate:b}",
    "layers: {of: [crate:a | crate:b, crate:c, crate:d], closed: [crate:c]}",
    "independent: {of: [crate:a, crate:b, crate:c]}",
    "acyclic: {for: '*'}",
)


@given(PAIRS, st.randoms(use_true_random=False), st.sampled_from(RULES))
@settings(max_examples=60, deadline=None)
def test_the_order_in_which_a_graph_is_read_changes_nothing(pairs: set[Pair], order: Random, rule: str) -> None:
    plain = made(pairs)
    ids, edges = list(plain.nodes), list(plain.edges)
    order.shuffle(ids)
    order.shuffle(edges)
    assert units(rule, joined((Graph({id_: plain.nodes[id_] for id_ in ids}, tuple(edges)),))) == units(rule, plain)


@given(PAIRS, st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), st.sampled_from(RULES))
@settings(max_examples=100, deadline=None)
def test_one_edge_more_mends_nothing(pairs: set[Pair], more: Pair, rule: str) -> None:
    before, after = units(rule, made(pairs)), units(rule, made(pairs | {more}))
    assert before.keys() <= after.keys()


PATTERNS = st.text(alphabet="ab*?", min_size=1, max_size=6)
NAMED = graph("", more=" ".join({"a", "b", "ab", "ba", "aab", "abb", "bab", "aaaa", "b-a"}))


@given(PATTERNS)
@settings(max_examples=100, deadline=None)
def test_what_a_selector_means_and_what_it_leaves_out_are_all_there_is(pattern: str) -> None:
    selector = parse_selector(f"crate:{pattern}")
    assert isinstance(selector, Selector)
    whole = Selector("", "*")
    chosen_ones = set(select(NAMED, Selection((selector,))))
    left = set(select(NAMED, Selection((whole,), (selector,))))
    assert chosen_ones | left == set(NAMED.nodes)
    assert not chosen_ones & left


def plainly(pattern: str) -> str:
    """The pattern as an expression that may try every way to divide a text."""
    wild = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    pieces = re.split(r"(?:(?<=/)|^)(\*\*/)|(\*\*|\*|\?)", re.sub(r"(?:(?<=/)|^)(?:\*\*/)+", "**/", pattern))
    return "".join(wild.get(piece, re.escape(piece)) for piece in pieces if piece)


@given(
    st.lists(st.sampled_from(["a", "b", "/", "*", "**", "/**/", "?"]), min_size=1, max_size=8).map("".join),
    st.lists(st.text(alphabet="aab/", min_size=1, max_size=9), min_size=1, max_size=5),
)
@settings(max_examples=200, deadline=None)
def test_a_pattern_that_does_not_search_finds_what_one_that_does_finds(pattern: str, texts: list[str]) -> None:
    if "***" in pattern:
        return
    for text in texts:
        hit = re.fullmatch(translate(pattern, "/"), text, re.DOTALL)
        assert bool(hit) == bool(re.fullmatch(plainly(pattern), text, re.DOTALL)), text
