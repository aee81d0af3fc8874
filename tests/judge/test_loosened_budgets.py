"""Budgets above those of the base, and budgets of newly adopted rules above what there is."""

from __future__ import annotations

from ratchet.judge.carry import carry
from ratchet.judge.loosenings import inflated_budgets, raised_budgets
from ratchet.model.baseline import Baseline
from tests.judge.making import EXPECT, MEANING, UNWRAP, baseline, site

FILES = "baselines/files.toml"
BOTH = {UNWRAP: MEANING, EXPECT: MEANING}


def raised(before: Baseline, after: Baseline, *moved_to: str) -> list[tuple[str, str, str, str]]:
    """Each raise as rule, unit, from, to; one site of a.rs moved to each file named."""
    pairs = [(site("a.rs", line=line), site(path, line=line)) for line, path in enumerate(moved_to, 1)]
    found = raised_budgets(before, after, carry(before.files, pairs), pairs, "baselines")
    assert all((each.what, each.path) == ("budget-raised", FILES) for each in found)
    return [(each.rule, each.unit, each.before, each.after) for each in found]


def test_equal_and_lower_budgets_are_no_raise() -> None:
    before = baseline({"a.rs": {UNWRAP: 2}, "b.rs": {UNWRAP: 1}})
    assert raised(before, before) == []
    assert raised(before, baseline({"a.rs": {UNWRAP: 1}})) == []


def test_a_higher_budget_is_a_raise() -> None:
    assert raised(baseline({"a.rs": {UNWRAP: 2}}), baseline({"a.rs": {UNWRAP: 3}})) == [(UNWRAP, "a.rs", "2", "3")]


def test_a_budget_for_a_file_that_had_none_is_a_raise() -> None:
    assert raised(baseline(), baseline({"b.rs": {UNWRAP: 1}})) == [(UNWRAP, "b.rs", "0", "1")]


def test_a_raise_is_one_also_where_another_file_gives_as_much() -> None:
    before, after = baseline({"a.rs": {UNWRAP: 2}}), baseline({"a.rs": {UNWRAP: 1}, "b.rs": {UNWRAP: 1}})
    assert raised(before, after) == [(UNWRAP, "b.rs", "0", "1")]


def test_a_budget_that_came_with_moved_code_is_no_raise() -> None:
    before, after = baseline({"a.rs": {UNWRAP: 2}}), baseline({"a.rs": {UNWRAP: 1}, "b.rs": {UNWRAP: 1}})
    assert raised(before, after, "b.rs") == []


def test_a_move_excuses_no_more_than_what_moved() -> None:
    before, after = baseline({"a.rs": {UNWRAP: 3}}), baseline({"a.rs": {UNWRAP: 1}, "b.rs": {UNWRAP: 2}})
    assert raised(before, after, "b.rs") == [(UNWRAP, "b.rs", "0", "2")]


def test_a_move_excuses_nothing_where_the_total_grew() -> None:
    before, after = baseline({"a.rs": {UNWRAP: 2}}), baseline({"a.rs": {UNWRAP: 2}, "b.rs": {UNWRAP: 1}})
    assert raised(before, after, "b.rs") == [(UNWRAP, "b.rs", "0", "1")]


def test_a_move_excuses_nothing_where_only_another_file_gave_as_much() -> None:
    before = baseline({"a.rs": {UNWRAP: 2}, "c.rs": {UNWRAP: 1}})
    assert raised(before, baseline({"a.rs": {UNWRAP: 2}, "b.rs": {UNWRAP: 1}}), "b.rs") == [(UNWRAP, "b.rs", "0", "1")]


def test_a_raise_elsewhere_makes_no_raise_of_a_move() -> None:
    before, after = baseline({"a.rs": {UNWRAP: 2}}), baseline({"b.rs": {UNWRAP: 2}, "c.rs": {UNWRAP: 5}})
    assert raised(before, after, "b.rs", "b.rs") == [(UNWRAP, "c.rs", "0", "5")]


def test_a_move_that_keeps_its_budget_is_not_paid_for_by_another_one() -> None:
    before = baseline({"a.rs": {UNWRAP: 1}, "c.rs": {UNWRAP: 1}})
    after = baseline({"a.rs": {UNWRAP: 1}, "b.rs": {UNWRAP: 1}})
    pairs = [(site("a.rs"), site("b.rs")), (site("c.rs", line=2), site("d.rs", line=2))]
    found = raised_budgets(before, after, carry(before.files, pairs), pairs, "baselines")
    assert [(each.unit, each.before, each.after) for each in found] == [("b.rs", "0", "1")]
    half = baseline({"b.rs": {UNWRAP: 1}, "c.rs": {UNWRAP: 1}})
    assert raised_budgets(before, half, carry(before.files, pairs), pairs, "baselines") == ()


def test_budgets_of_a_newly_adopted_rule_are_no_raise() -> None:
    assert raised(baseline(), baseline({"a.rs": {EXPECT: 3}}, BOTH)) == []


def test_budgets_taken_with_another_meaning_are_named_as_that_and_not_as_a_raise() -> None:
    before, after = baseline({"a.rs": {UNWRAP: 2}}), baseline({"a.rs": {UNWRAP: 9}}, {UNWRAP: "sha256:1"})
    assert raised(before, after) == []


def test_raises_come_in_the_order_of_file_and_rule() -> None:
    after = baseline({"b.rs": {UNWRAP: 1}, "a.rs": {UNWRAP: 1, EXPECT: 1}}, BOTH)
    found = raised(baseline({}, BOTH), after)
    assert [row[:2] for row in found] == [(EXPECT, "a.rs"), (UNWRAP, "a.rs"), (UNWRAP, "b.rs")]


def test_a_newly_adopted_rule_may_be_allowed_what_there_is_and_no_more() -> None:
    after = baseline({"c.rs": {EXPECT: 1}, "b.rs": {EXPECT: 2}, "a.rs": {EXPECT: 3, UNWRAP: 9}}, BOTH)
    found = inflated_budgets(frozenset({EXPECT}), after, {"a.rs": {EXPECT: 2}, "b.rs": {EXPECT: 2}}, "baselines")
    assert [(each.what, each.rule, each.unit, each.before, each.after) for each in found] == [
        ("budget-inflated", EXPECT, "a.rs", "2", "3"),
        ("budget-inflated", EXPECT, "c.rs", "0", "1"),
    ]
