"""Budgets lowered to what was measured: never raised, carried along with code that moved."""

from __future__ import annotations

from ratchet.judge.moves import Pair
from ratchet.judge.tighten import tighten
from ratchet.model.baseline import Budgets
from ratchet.model.reports import Lowered
from tests.judge.making import EXPECT, UNWRAP, baseline, site

NOTHING: tuple[Pair, ...] = ()


def files(budgets: Budgets, tally: Budgets) -> Budgets:
    return tighten(baseline(budgets), tally, NOTHING, ()).baseline.files


def test_a_budget_becomes_what_was_measured() -> None:
    assert files({"a.rs": {UNWRAP: 3}}, {"a.rs": {UNWRAP: 1}}) == {"a.rs": {UNWRAP: 1}}


def test_a_budget_that_is_what_was_measured_stays() -> None:
    result = tighten(baseline({"a.rs": {UNWRAP: 3}}), {"a.rs": {UNWRAP: 3}}, NOTHING, ())
    assert (result.baseline, result.changes, result.over) == (baseline({"a.rs": {UNWRAP: 3}}), (), ())


def test_a_budget_that_reaches_zero_is_no_entry_any_more() -> None:
    assert files({"a.rs": {UNWRAP: 3}}, {}) == {}


def test_a_number_above_its_budget_is_named_and_left_alone() -> None:
    result = tighten(baseline({"a.rs": {UNWRAP: 1}}), {"a.rs": {UNWRAP: 2}, "b.rs": {UNWRAP: 1}}, NOTHING, ())
    assert result.baseline.files == {"a.rs": {UNWRAP: 1}}
    assert result.changes == ()
    assert result.over == (Lowered("a.rs", UNWRAP, 1, 2), Lowered("b.rs", UNWRAP, 0, 1))


def test_a_budget_goes_with_the_code_that_moved() -> None:
    moved = [(site("a.rs"), site("b.rs"))]
    result = tighten(baseline({"a.rs": {UNWRAP: 2}}), {"a.rs": {UNWRAP: 1}, "b.rs": {UNWRAP: 1}}, moved, ())
    assert result.baseline.files == {"a.rs": {UNWRAP: 1}, "b.rs": {UNWRAP: 1}}
    assert result.changes == (Lowered("a.rs", UNWRAP, 2, 1, True), Lowered("b.rs", UNWRAP, 0, 1, True))


def test_slack_does_not_go_with_the_code_that_moved() -> None:
    moved = [(site("a.rs"), site("b.rs"))]
    result = tighten(baseline({"a.rs": {UNWRAP: 9}}), {"b.rs": {UNWRAP: 1}}, moved, ())
    assert result.baseline.files == {"b.rs": {UNWRAP: 1}}


def test_each_change_says_from_what_to_what_in_the_order_of_file_and_rule() -> None:
    before = baseline({"b.rs": {UNWRAP: 2}, "a.rs": {UNWRAP: 2, EXPECT: 2}}, {UNWRAP: "m", EXPECT: "m"})
    result = tighten(before, {"a.rs": {UNWRAP: 1}, "b.rs": {UNWRAP: 2}}, NOTHING, ())
    assert result.changes == (Lowered("a.rs", EXPECT, 2, 0), Lowered("a.rs", UNWRAP, 2, 1))


def test_a_file_that_hardly_parses_keeps_its_budgets() -> None:
    result = tighten(baseline({"a.rs": {UNWRAP: 3}, "b.rs": {UNWRAP: 3}}), {}, NOTHING, {"a.rs"})
    assert result.baseline.files == {"a.rs": {UNWRAP: 3}}


def test_budgets_of_a_rule_that_is_not_adopted_are_not_touched() -> None:
    assert files({"a.rs": {EXPECT: 3}}, {"a.rs": {EXPECT: 9}}) == {"a.rs": {EXPECT: 3}}


def test_everything_else_in_the_baseline_stays() -> None:
    before = baseline({"a.rs": {UNWRAP: 3}})
    result = tighten(before, {}, NOTHING, ()).baseline
    assert (result.units, result.meanings) == (before.units, before.meanings)


def test_what_is_over_its_budget_comes_in_the_order_of_file_and_rule() -> None:
    tally = {"b.rs": {UNWRAP: 1}, "a.rs": {UNWRAP: 1, EXPECT: 1}}
    result = tighten(baseline({}, {UNWRAP: "m", EXPECT: "m"}), tally, NOTHING, ())
    assert [(row.unit, row.rule) for row in result.over] == [("a.rs", EXPECT), ("a.rs", UNWRAP), ("b.rs", UNWRAP)]
