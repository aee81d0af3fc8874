"""The verb `acyclic`: nothing may depend on itself through others."""

from __future__ import annotations

import pytest

from tests.kinds.fitting import found, graph, only_rule, remarks, units

SHOP = graph("s.a.x>s.b s.b>s.a.y s.a.y>s.a.z s.a.z>s.a.y s.b>s.c s.c>out out>s.b", "python")


@pytest.mark.parametrize(
    ("said", "numbers"),
    [
        ("{for: mod:s}", {"s.a.y -> s.a.z": 1, "s.a.z -> s.a.y": 1}),
        ("{for: 'mod:s.{f}'}", {"a -> b": 1, "b -> a": 1}),
        (
            "{for: '*'}",
            {"out -> s.b": 1, "s.a.y -> s.a.z": 1, "s.a.z -> s.a.y": 1, "s.b -> s.c": 1, "s.c -> out": 1},
        ),
        ("{for: 'mod:s.{f}', except: [{from: mod:s.b, to: mod:s.a, why: w}]}", {}),  # without the edge it is no cycle
        ("{for: mod:s.c}", {}),
    ],
)
def test_every_edge_of_a_cycle_is_found(said: str, numbers: dict[str, int]) -> None:
    assert units(f"acyclic: {said}", SHOP) == numbers


def test_the_shortest_way_round_is_shown() -> None:
    [first, _, third] = found("acyclic: {for: 'crate:*'}", graph("a>b b>c c>a"))
    assert first.text == "a -> b -> c -> a"
    assert [hop.source for hop in third.trace] == ["c", "a", "b"]
    shortcut = graph("a>b b>c c>d d>a b>a")
    assert [each.text for each in found("acyclic: {for: 'crate:*'}", shortcut) if each.unit == "a -> b"] == [
        "a -> b -> a"
    ]


def test_what_depends_on_itself_is_a_cycle_of_one() -> None:
    assert units("acyclic: {for: 'crate:*'}", graph("a>a a>b")) == {"a -> a": 1}


def test_an_edge_that_is_not_meant_closes_no_cycle() -> None:
    assert units("acyclic: {for: 'crate:*'}", graph("a>b b>a~")) == {}
    assert units("acyclic: {for: 'crate:*', edges: {kinds: [normal, dev]}}", graph("a>b b>a~")) != {}


def test_among_nobody_nothing_can_be_said() -> None:
    assert remarks("acyclic: {for: mod:t}", SHOP) == ["!the subject `mod:t` matches nothing, so the rule says nothing"]
    assert remarks("acyclic: {for: [mod:s, mod:t]}", SHOP) == ["`mod:t` matches nothing"]
    assert remarks("acyclic: {for: mod:t, may_be_empty: true}", SHOP) == []


def test_a_capture_changes_the_meaning() -> None:
    assert only_rule("acyclic: {for: 'mod:s.*'}").spec.meaning != only_rule("acyclic: {for: 'mod:s.{f}'}").spec.meaning
