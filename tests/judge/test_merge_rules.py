"""The rules under the ratchet on two branches."""

from __future__ import annotations

from ratchet.judge.merge_rules import merge_meanings


def test_what_one_side_changed_is_taken() -> None:
    base = {"a": "1", "b": "1", "c": "1"}
    made = merge_meanings(base, {"a": "2", "b": "1", "c": "1", "d": "1"}, {"a": "1", "b": "1"})
    assert made.meanings == {"a": "2", "b": "1", "d": "1"}
    assert made.conflicts == ()


def test_what_both_sides_changed_differently_is_a_conflict() -> None:
    assert merge_meanings({"a": "1"}, {"a": "2"}, {"a": "3"}).conflicts == ("a",)
    assert merge_meanings({"a": "1"}, {"a": "2"}, {}).conflicts == ("a",)
    assert merge_meanings({}, {"a": "2"}, {"a": "3"}).conflicts == ("a",)
    assert merge_meanings({"a": "1"}, {"a": "2"}, {"a": "2"}).conflicts == ()


def test_without_an_ancestor_no_rule_leaves_the_ratchet() -> None:
    made = merge_meanings(None, {"a": "1", "b": "1"}, {"b": "1", "c": "1"})
    assert made.meanings == {"a": "1", "b": "1", "c": "1"}
