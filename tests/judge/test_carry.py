"""Budgets that travel with the code they were granted for."""

from __future__ import annotations

from ratchet.judge.carry import carry
from tests.judge.making import EXPECT, UNWRAP, site


def test_without_moves_the_budgets_are_what_they_were() -> None:
    budgets = {"a.rs": {UNWRAP: 2}}
    assert carry(budgets, []) == budgets


def test_a_moved_site_takes_one_from_its_old_file_to_its_new_file() -> None:
    moved = [(site("a.rs"), site("b.rs"))]
    assert carry({"a.rs": {UNWRAP: 2}}, moved) == {"a.rs": {UNWRAP: 1}, "b.rs": {UNWRAP: 1}}


def test_a_site_joins_the_budget_that_its_new_file_already_has() -> None:
    moved = [(site("a.rs"), site("b.rs"))]
    carried = carry({"a.rs": {UNWRAP: 1}, "b.rs": {UNWRAP: 3, EXPECT: 1}}, moved)
    assert carried == {"a.rs": {UNWRAP: 0}, "b.rs": {UNWRAP: 4, EXPECT: 1}}


def test_only_the_rule_that_moved_is_carried() -> None:
    moved = [(site("a.rs", of=EXPECT), site("b.rs", of=EXPECT))]
    carried = carry({"a.rs": {UNWRAP: 1, EXPECT: 1}}, moved)
    assert carried == {"a.rs": {UNWRAP: 1, EXPECT: 0}, "b.rs": {EXPECT: 1}}


def test_a_file_without_budget_has_nothing_to_give() -> None:
    moved = [(site("a.rs", line=line), site("b.rs", line=line)) for line in (1, 2)]
    assert carry({"a.rs": {UNWRAP: 1}}, moved) == {"a.rs": {UNWRAP: 0}, "b.rs": {UNWRAP: 1}}
    assert carry({}, moved) == {}


def test_the_budgets_given_are_left_as_they_are() -> None:
    budgets = {"a.rs": {UNWRAP: 1}}
    carry(budgets, [(site("a.rs"), site("b.rs"))])
    assert budgets == {"a.rs": {UNWRAP: 1}}
