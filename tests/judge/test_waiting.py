"""Shipped rules that a release added or changed, and rules that the head mended: what the base has is their budget."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from ratchet.judge.compare import Blame
from ratchet.judge.contract import make_contract
from ratchet.judge.decide import Question, judge
from ratchet.judge.terms import Failing
from ratchet.judge.waiting import budgeted_by
from ratchet.model.errors import Mistake
from ratchet.model.exits import Exit
from ratchet.model.measured import Measured
from ratchet.model.notes import Waiting, Why
from ratchet.model.policy import Policy
from ratchet.model.rule import Phase, Rule
from ratchet.model.verdict import Side, Verdict
from tests.judge.making import EXPECT, MEANING, TODAY, UNWRAP, baseline, book, policy, rule, sites, tree, waiver

OTHER = "sha256:1"
WRONG = (Mistake("an example fails"),)


def shipped(name: str = UNWRAP, meaning: str = MEANING) -> Rule:
    return replace(rule(name, meaning=meaning), shipped=True)


def verdict(
    base: Policy, head: Policy, before: Measured, now: Measured, blame: Blame, failing: Failing | None = None
) -> Verdict:
    contract = make_contract(base, head, failing or Failing())
    question = Question(Side("HEAD", "c0"), Side("worktree"), blame, TODAY)
    return judge(budgeted_by(contract, before, TODAY), head.baseline, before, now, question)


@pytest.mark.parametrize("blame", Blame)
def test_a_changed_shipped_rule_may_not_get_worse_than_the_base(blame: Blame) -> None:
    stated = policy(baseline({"a.rs": {UNWRAP: 1}}), book(shipped(meaning=OTHER)))
    before = tree(*sites("a.rs", 4))
    same = verdict(stated, stated, before, before, blame)
    assert (same.exit_code, same.deltas) == (Exit.OK, ())
    assert same.waiting == (Waiting(UNWRAP, Why.MEANING_CHANGED),)
    assert [(line.budget, line.count) for line in same.rules] == [(4, 4)]
    worse = verdict(stated, stated, before, tree(*sites("a.rs", 5)), blame)
    assert worse.exit_code is Exit.WORSE
    assert [(delta.budget, delta.count, delta.limit) for delta in worse.deltas] == [(4, 5, 4)]


def test_fewer_sites_of_a_changed_rule_lower_no_budget_and_loosen_nothing() -> None:
    stated = policy(baseline({"a.rs": {UNWRAP: 9}}), book(shipped(meaning=OTHER)))
    better = verdict(stated, stated, tree(*sites("a.rs", 4)), tree(*sites("a.rs", 3)), Blame.TREE)
    assert (better.exit_code, better.deltas, better.loosenings) == (Exit.OK, (), ())


def test_a_raise_of_a_budget_that_waits_is_a_loosening_still() -> None:
    rules = book(shipped(meaning=OTHER))
    base, head = (policy(baseline({"a.rs": {UNWRAP: number}}), rules) for number in (1, 9))
    found = verdict(base, head, tree(*sites("a.rs", 4)), tree(*sites("a.rs", 4)), Blame.BASE)
    assert [each.what for each in found.loosenings] == ["budget-raised"]


def test_a_shipped_rule_that_nobody_adopted_is_observed() -> None:
    stated = policy(baseline({"a.rs": {UNWRAP: 1}}), book(shipped(), shipped(EXPECT)))
    before, now = tree(*sites("a.rs", 1)), tree(*sites("a.rs", 1), *sites("a.rs", 3, of=EXPECT))
    found = verdict(stated, stated, before, now, Blame.TREE)
    assert found.exit_code is Exit.OK
    assert found.waiting == (Waiting(EXPECT, Why.NOT_ADOPTED),)
    assert [each.command for each in found.waiting] == [f"ratchet init --rule {EXPECT}"]
    assert [(delta.rule, delta.count, delta.fails) for delta in found.deltas] == [(EXPECT, 3, False)]


def test_a_rule_on_graphs_that_nobody_adopted_is_named_and_not_measured() -> None:
    layers = replace(shipped(EXPECT), verb="layers")
    contract = make_contract(None, policy(baseline(), book(shipped(), layers)))
    assert contract.waiting == (Waiting(EXPECT, Why.NOT_ADOPTED),)
    assert list(contract.policy.rulebook.rules) == [UNWRAP]


def test_an_own_rule_without_a_budget_still_stops_the_check() -> None:
    contract = make_contract(None, policy(baseline(), book(rule(EXPECT), shipped())))
    assert contract.waiting == ()
    assert [each.hint for each in contract.problems] == [f"run: ratchet init --rule {EXPECT}"]


def test_what_a_waiver_covers_at_the_base_is_no_part_of_the_budget() -> None:
    """Else it would allow as many once more."""
    stated = policy(baseline({"a.rs": {UNWRAP: 1}}), book(shipped(meaning=OTHER)), (waiver(allow=2),))
    before = tree(*sites("a.rs", 4))
    assert verdict(stated, stated, before, before, Blame.TREE).exit_code is Exit.OK
    assert verdict(stated, stated, before, tree(*sites("a.rs", 5)), Blame.BASE).exit_code is Exit.WORSE
    expired = replace(stated, waivers=(waiver(allow=2, expires=date(2026, 11, 1)),))
    assert verdict(expired, expired, before, before, Blame.TREE).exit_code is Exit.OK


def test_a_waiver_that_the_head_grants_allows_more() -> None:
    base = policy(baseline({"a.rs": {UNWRAP: 1}}), book(shipped(meaning=OTHER)))
    head = replace(base, waivers=(waiver(allow=1),))
    found = verdict(base, head, tree(*sites("a.rs", 4)), tree(*sites("a.rs", 5)), Blame.BASE)
    assert (found.exit_code, [each.what for each in found.loosenings]) == (Exit.NEEDS_REVIEW, ["waiver-added"])


def test_a_rule_whose_examples_fail_at_the_base_is_judged_as_the_head_has_it() -> None:
    base = policy(baseline({"a.rs": {UNWRAP: 1}}))
    head = replace(base, rulebook=book(rule(meaning=OTHER)))
    found = verdict(base, head, tree(*sites("a.rs", 4)), tree(*sites("a.rs", 4)), Blame.BASE, Failing({UNWRAP: WRONG}))
    assert found.problems == ()
    assert found.waiting == (Waiting(UNWRAP, Why.MENDED),)
    assert [each.what for each in found.loosenings] == ["rule-changed"]


def test_a_mended_rule_with_budgets_of_its_own_waits_for_nothing() -> None:
    base = policy(baseline({"a.rs": {UNWRAP: 1}}))
    head = policy(baseline({"a.rs": {UNWRAP: 4}}, {UNWRAP: OTHER}), book(rule(meaning=OTHER)))
    contract = make_contract(base, head, Failing({UNWRAP: WRONG}))
    assert (contract.waiting, contract.problems) == ((), ())
    assert contract.baseline.files == {"a.rs": {UNWRAP: 4}}


@pytest.mark.parametrize("blame", Blame)
def test_budgets_that_a_change_takes_anew_allow_no_more_than_the_base_has(blame: Blame) -> None:
    """Else whoever adds a site would only have to take the budgets after it."""
    rules = book(shipped(meaning=OTHER))
    base = policy(baseline({"a.rs": {UNWRAP: 1}}), rules)
    head = policy(baseline({"a.rs": {UNWRAP: 5}}, {UNWRAP: OTHER}), rules)
    worse = verdict(base, head, tree(*sites("a.rs", 4)), tree(*sites("a.rs", 5)), blame)
    assert worse.exit_code is Exit.WORSE
    assert [(delta.budget, delta.count, delta.limit) for delta in worse.deltas] == [(4, 5, 4)]
    same = policy(baseline({"a.rs": {UNWRAP: 4}}, {UNWRAP: OTHER}), rules)
    found = verdict(base, same, tree(*sites("a.rs", 4)), tree(*sites("a.rs", 4)), blame)
    assert (found.exit_code, found.deltas) == (Exit.NEEDS_REVIEW, ())
    assert [each.what for each in found.loosenings] == ["meaning-changed"]


@pytest.mark.parametrize("blame", Blame)
def test_budgets_that_a_change_takes_anew_leave_to_a_waiver_what_it_covers(blame: Blame) -> None:
    rules, granted = book(shipped(meaning=OTHER)), (waiver(allow=1),)
    base = policy(baseline({"a.rs": {UNWRAP: 1}}), rules, granted)
    for count, code in ((2, Exit.NEEDS_REVIEW), (3, Exit.WORSE)):
        head = policy(baseline({"a.rs": {UNWRAP: count - 1}}, {UNWRAP: OTHER}), rules, granted)
        found = verdict(base, head, tree(*sites("a.rs", 2)), tree(*sites("a.rs", count)), blame)
        assert found.exit_code is code


@pytest.mark.parametrize("blame", Blame)
def test_budgets_of_a_mended_rule_allow_no_more_than_the_base_has(blame: Blame) -> None:
    base = policy(baseline({"a.rs": {UNWRAP: 1}}))
    head = policy(baseline({"a.rs": {UNWRAP: 5}}, {UNWRAP: OTHER}), book(rule(meaning=OTHER)))
    failing = Failing({UNWRAP: WRONG})
    worse = verdict(base, head, tree(*sites("a.rs", 4)), tree(*sites("a.rs", 5)), blame, failing)
    assert worse.exit_code is Exit.WORSE


def test_a_rule_that_a_branch_adopts_with_a_new_site_shows_what_the_base_has() -> None:
    both = book(rule(), rule(EXPECT))
    base = policy(baseline({}), both)
    head = policy(baseline({"a.rs": {EXPECT: 1}}, {UNWRAP: MEANING, EXPECT: MEANING}), both)
    found = verdict(base, head, tree(paths=("a.rs",)), tree(*sites("a.rs", 1, of=EXPECT)), Blame.BASE)
    assert [(delta.budget, delta.count, delta.fails) for delta in found.deltas] == [(0, 1, True)]


def test_a_mended_example_leaves_the_budgets_of_the_base_in_force() -> None:
    stated = policy(baseline({"a.rs": {UNWRAP: 1}}))
    contract = make_contract(stated, stated, Failing({UNWRAP: WRONG}))
    assert (contract.waiting, contract.problems, contract.loosenings) == ((), (), ())
    assert contract.baseline == stated.baseline


def test_a_rule_whose_examples_fail_in_the_head_stops_the_check() -> None:
    stated = policy(baseline({"a.rs": {UNWRAP: 1}}))
    for base, failing in ((None, {}), (stated, {}), (stated, {UNWRAP: WRONG})):
        contract = make_contract(base, stated, Failing(failing, {UNWRAP: WRONG}))
        assert contract.problems == WRONG


def test_a_change_may_remove_a_rule_whose_examples_fail_at_the_base() -> None:
    both = baseline({}, {UNWRAP: MEANING, EXPECT: MEANING})
    base, head = policy(both, book(rule(), rule(EXPECT))), policy(baseline())
    contract = make_contract(base, head, Failing({EXPECT: WRONG}))
    assert contract.problems == ()
    assert [each.what for each in contract.loosenings] == ["rule-removed", "rule-unadopted"]
    assert list(contract.policy.rulebook.rules) == [UNWRAP]


def test_the_phase_of_an_observed_rule_blocks_nothing() -> None:
    contract = make_contract(None, policy(baseline(), book(shipped(), shipped(EXPECT))))
    assert contract.policy.rulebook.rules[EXPECT].phase is Phase.OBSERVE
    assert contract.policy.rulebook.rules[UNWRAP].phase is Phase.BLOCK
