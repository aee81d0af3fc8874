"""The heart: a contract and two measured trees → the verdict."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from ratchet.judge.compare import Blame
from ratchet.model.inspection import Failure
from ratchet.model.rule import Phase
from ratchet.model.verdict import Cause, DeltaKind, Exit, RuleLine
from tests.judge.making import EXPECT, MEANING, UNWRAP, baseline, book, policy, rule, site, sites, tree, verdict, waiver

TWO = policy(baseline({"a.rs": {UNWRAP: 2}}))
BEFORE = tree(*sites("a.rs", 2))


def test_a_tree_within_its_budgets_passes() -> None:
    found = verdict(TWO, TWO, BEFORE, BEFORE)
    assert (found.exit_code, found.word) == (Exit.OK, "PASS")
    assert (found.deltas, found.loosenings, found.problems, found.warnings) == ((), (), (), ())
    assert found.rules == (RuleLine(UNWRAP, Phase.BLOCK, 2, 2, DeltaKind.SAME),)
    assert (found.base.id, found.head.ref, found.policy) == ("c0", "worktree", "sha256:p")


@pytest.mark.parametrize("blame", Blame)
def test_one_more_site_fails(blame: Blame) -> None:
    found = verdict(TWO, TWO, BEFORE, tree(*sites("a.rs", 3)), blame)
    assert (found.exit_code, found.word) == (Exit.WORSE, "FAIL")
    assert [(each.unit, each.kind, each.cause) for each in found.deltas] == [("a.rs", DeltaKind.WORSE, Cause.CAUSED)]
    assert found.rules == (RuleLine(UNWRAP, Phase.BLOCK, 2, 3, DeltaKind.WORSE),)


@pytest.mark.parametrize("blame", Blame)
def test_one_site_fewer_is_better_and_passes(blame: Blame) -> None:
    found = verdict(TWO, TWO, BEFORE, tree(*sites("a.rs", 1)), blame)
    assert found.exit_code is Exit.OK
    assert found.rules == (RuleLine(UNWRAP, Phase.BLOCK, 2, 1, DeltaKind.BETTER),)


def test_fewer_in_one_file_does_not_pay_for_more_in_another() -> None:
    found = verdict(TWO, TWO, BEFORE, tree(*sites("a.rs", 1), site("b.rs", "g")))
    assert found.exit_code is Exit.WORSE
    assert found.rules[0].kind is DeltaKind.WORSE


def test_an_improvement_that_is_in_the_heads_own_baseline_is_locked() -> None:
    now = tree(*sites("a.rs", 1))
    (open_delta,) = verdict(TWO, TWO, BEFORE, now).deltas
    (locked,) = verdict(TWO, policy(baseline({"a.rs": {UNWRAP: 1}})), BEFORE, now).deltas
    assert (open_delta.locked, locked.locked) == (False, True)


def test_a_move_is_locked_when_the_budget_has_followed_it() -> None:
    now = tree(*sites("b.rs", 2))
    (followed,) = verdict(TWO, policy(baseline({"b.rs": {UNWRAP: 2}})), BEFORE, now).deltas
    (left_behind,) = verdict(TWO, TWO, BEFORE, now).deltas
    assert (followed.locked, left_behind.locked) == (True, False)


def test_a_raised_budget_does_not_help_the_change_that_raises_it() -> None:
    head = policy(baseline({"a.rs": {UNWRAP: 3}}))
    found = verdict(TWO, head, BEFORE, tree(*sites("a.rs", 3)))
    assert found.exit_code is Exit.WORSE
    assert [each.what for each in found.loosenings] == ["budget-raised"]


def test_a_raised_budget_that_nothing_needs_is_a_question_for_a_maintainer() -> None:
    head = policy(baseline({"a.rs": {UNWRAP: 3}}))
    found = verdict(TWO, head, BEFORE, BEFORE)
    assert (found.exit_code, found.word) == (Exit.NEEDS_REVIEW, "NEEDS_REVIEW")
    assert verdict(TWO, head, BEFORE, BEFORE, signoff="Grace").exit_code is Exit.OK


def test_the_path_of_a_raise_is_the_ledger_that_the_base_names() -> None:
    elsewhere = replace(TWO, config=replace(TWO.config, baselines="ledger"))
    (raised,) = verdict(elsewhere, policy(baseline({"a.rs": {UNWRAP: 3}})), BEFORE, BEFORE).loosenings
    assert raised.path == "ledger/files.toml"


def test_a_waiver_that_comes_with_its_site_needs_a_signoff_and_is_in_force_afterwards() -> None:
    waived = replace(TWO, waivers=(waiver(),))
    now = tree(*sites("a.rs", 3))
    coming = verdict(TWO, waived, BEFORE, now)
    assert (coming.exit_code, [each.what for each in coming.loosenings]) == (Exit.NEEDS_REVIEW, ["waiver-added"])
    assert verdict(waived, waived, BEFORE, now).exit_code is Exit.OK


def test_after_the_end_of_its_waiver_a_site_counts_again() -> None:
    waived = replace(TWO, waivers=(waiver(expires=date(2026, 12, 31)),))
    now = tree(*sites("a.rs", 3))
    assert verdict(waived, waived, BEFORE, now, today=date(2026, 12, 31)).exit_code is Exit.OK
    late = verdict(waived, waived, BEFORE, now, today=date(2027, 1, 1))
    assert late.exit_code is Exit.WORSE
    assert "expired on 2026-12-31" in late.warnings[0].message


def test_a_signoff_does_not_excuse_a_worsening() -> None:
    assert verdict(TWO, TWO, BEFORE, tree(*sites("a.rs", 3)), signoff="Grace").exit_code is Exit.WORSE


def test_a_file_that_could_not_be_read_cannot_be_judged() -> None:
    now = tree(*sites("a.rs", 2), failed=(Failure("b.rs", "a binary file"),))
    found = verdict(TWO, TWO, BEFORE, now)
    assert (found.exit_code, found.word) == (Exit.CANNOT_JUDGE, "FAIL")


def test_a_proven_worsening_stays_proven_whatever_else_is_unknown() -> None:
    now = tree(*sites("a.rs", 3), failed=(Failure("b.rs", "a binary file"),))
    assert verdict(TWO, TWO, BEFORE, now).exit_code is Exit.WORSE


def test_the_unknown_outweighs_a_question_of_policy() -> None:
    now = tree(*sites("a.rs", 2), failed=(Failure("b.rs", "a binary file"),))
    head = policy(baseline({"a.rs": {UNWRAP: 3}}))
    assert verdict(TWO, head, BEFORE, now, signoff="Grace").exit_code is Exit.CANNOT_JUDGE


def test_a_rule_without_a_baseline_cannot_be_judged() -> None:
    assert verdict(None, policy(baseline({}, {})), tree(), tree()).exit_code is Exit.CANNOT_JUDGE


def test_inherited_debt_is_shown_to_whoever_commits_and_fails_the_tree() -> None:
    over = tree(*sites("a.rs", 3))
    found = verdict(TWO, TWO, over, over, Blame.CHANGE)
    assert (found.exit_code, [each.cause for each in found.deltas]) == (Exit.OK, [Cause.INHERITED])
    assert verdict(TWO, TWO, over, over, Blame.TREE).exit_code is Exit.WORSE


def test_a_renamed_file_passes_and_is_shown() -> None:
    found = verdict(TWO, TWO, BEFORE, tree(*sites("b.rs", 2)))
    assert found.exit_code is Exit.OK
    assert [(each.unit, each.cause) for each in found.deltas] == [("b.rs", Cause.MOVED)]


def test_each_rule_has_its_line_in_the_order_of_the_rulebook() -> None:
    stated = policy(
        baseline({"a.rs": {UNWRAP: 2, EXPECT: 1}}, {UNWRAP: MEANING, EXPECT: MEANING}),
        book(rule(EXPECT, Phase.WARN), rule(UNWRAP)),
    )
    assert verdict(stated, stated, BEFORE, BEFORE).rules == (
        RuleLine(EXPECT, Phase.WARN, 1, 0, DeltaKind.BETTER),
        RuleLine(UNWRAP, Phase.BLOCK, 2, 2, DeltaKind.SAME),
    )
