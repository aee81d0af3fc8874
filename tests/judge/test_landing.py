"""What is in force when a change lands on a branch that has moved on since the two parted."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from ratchet.judge.landing import landed
from ratchet.model.baseline import Baseline
from ratchet.model.errors import Place
from ratchet.model.policy import Policy
from ratchet.model.rule import Rulebook
from ratchet.model.waiver import Waiver
from tests.judge.making import rule

A, B = "a/a", "b/b"
WAIVER = Waiver(A, "x.rs", 1, "why", "@ada", date(2027, 3, 31), place=Place("baselines/waivers.toml", 3))


def policy(files: dict[str, dict[str, int]], *rules: str, waivers: tuple[Waiver, ...] = ()) -> Policy:
    book = Rulebook({name: rule(name) for name in rules})
    return Policy(rulebook=book, baseline=Baseline(files, {}, dict.fromkeys(rules, "sha256:0")), waivers=waivers)


def budgets(found: Policy) -> object:
    assert found.baseline is not None
    return found.baseline.files


def test_the_numbers_of_the_tip_count_whatever_the_change_writes() -> None:
    base, tip = policy({"x.rs": {A: 3}}, A), policy({"x.rs": {A: 2}}, A)
    for written in (1, 3, 9):
        assert budgets(landed(base, tip, policy({"x.rs": {A: written}}, A))) == {"x.rs": {A: 2}}


def test_a_rule_that_the_change_adopts_comes_with_its_numbers() -> None:
    base = policy({"x.rs": {A: 3}}, A)
    found = landed(base, policy({"x.rs": {A: 2}}, A), policy({"x.rs": {A: 3, B: 4}, "y.rs": {B: 1}}, A, B))
    assert budgets(found) == {"x.rs": {A: 2, B: 4}, "y.rs": {B: 1}}
    assert list(found.rulebook.rules) == [A, B]


def test_a_rule_that_the_tip_dropped_does_not_come_back() -> None:
    base = policy({"x.rs": {A: 3, B: 1}}, A, B)
    found = landed(base, policy({"x.rs": {A: 3}}, A), base)
    assert budgets(found) == {"x.rs": {A: 3}}
    assert list(found.rulebook.rules) == [A]


def test_a_rule_that_only_the_tip_has_stays() -> None:
    base = policy({}, A)
    assert list(landed(base, policy({}, A, B), base).rulebook.rules) == [A, B]


def waived(old: tuple[Waiver, ...], tip: tuple[Waiver, ...], head: tuple[Waiver, ...]) -> list[int]:
    found = landed(policy({}, A, waivers=old), policy({}, A, waivers=tip), policy({}, A, waivers=head))
    return [waiver.allow for waiver in found.waivers]


def test_waivers_are_the_tips_without_what_the_change_took_and_with_what_it_brought() -> None:
    larger, other = replace(WAIVER, allow=2), replace(WAIVER, allow=5, reason="another")
    assert waived((), (), (WAIVER,)) == [1]
    assert waived((WAIVER,), (), (WAIVER,)) == [], "the tip removed it"
    assert waived((WAIVER,), (WAIVER,), (larger,)) == [2], "in the place of the old one, not beside it"
    assert waived((WAIVER,), (WAIVER,), ()) == []
    assert waived((), (other,), (WAIVER,)) == [5, 1]
    assert waived((), (WAIVER,), (replace(WAIVER, place=Place("w", 9)),)) == [1], "the same one, on another line"


def test_without_a_policy_at_the_base_all_of_the_changes_is_new() -> None:
    found = landed(None, policy({}), policy({"x.rs": {A: 1}}, A, waivers=(WAIVER,)))
    assert budgets(found) == {"x.rs": {A: 1}}
    assert found.waivers == (WAIVER,)
