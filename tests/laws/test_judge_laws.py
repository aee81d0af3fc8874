"""What must hold for every tree, every baseline and every change."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from ratchet.judge.carry import carry
from ratchet.judge.compare import Blame
from ratchet.judge.moves import match
from ratchet.judge.tighten import tighten
from ratchet.model.baseline import Baseline, total
from ratchet.model.finding import Finding
from ratchet.model.value import replace
from ratchet.model.verdict import Exit, Verdict
from tests.judge.making import tree, verdict
from tests.laws.judging import (
    BOOK,
    FILES,
    RULES,
    Change,
    added,
    baselines,
    changes,
    findings,
    futures,
    generous,
    moves,
    stated,
)

blames = st.sampled_from(Blame)


def judged(budgets: Baseline, change: Change, blame: Blame) -> Verdict:
    """The verdict on a change that leaves the policy alone; every file is there all the time."""
    before, after = (tree(*side, paths=FILES) for side in change)
    return verdict(stated(budgets), stated(budgets), before, after, blame)


def tightened(budgets: Baseline, change: Change) -> Baseline:
    """What tighten makes of a baseline after a change."""
    before, after = change
    return tighten(budgets, tree(*after).tally, match(before, after).moved, ()).baseline


@given(changes())
def test_every_site_is_in_exactly_one_place_of_a_matching(change: Change) -> None:
    before, after = change
    found = match(before, after)
    old = [*(pair[0] for pair in (*found.kept, *found.moved)), *found.removed]
    new = [*(pair[1] for pair in (*found.kept, *found.moved)), *found.added]
    assert sorted(each.order for each in old) == sorted(each.order for each in before)
    assert sorted(each.order for each in new) == sorted(each.order for each in after)
    assert all(one.path == other.path and one.rule == other.rule for one, other in found.kept)
    assert all(one.path != other.path and one.fingerprint == other.fingerprint for one, other in found.moved)


@given(findings())
def test_a_tree_matches_itself_site_by_site(sites: tuple[Finding, ...]) -> None:
    found = match(sites, sites)
    assert (len(found.kept), found.moved, found.added, found.removed) == (len(sites), (), (), ())
    assert all(one.fingerprint == other.fingerprint for one, other in found.kept)


@given(changes(), st.sets(st.sampled_from(FILES)))
def test_sites_that_are_the_same_objects_on_both_sides_match_as_equal_ones_do(change: Change, same: set[str]) -> None:
    before, after = change
    shared = tuple(each for each in before if each.path in same)
    old = (*shared, *(each for each in before if each.path not in same))
    new = (*shared, *(each for each in after if each.path not in same))
    found, expected = match(old, new), match(old, tuple(map(replace, new)))
    assert (found.moved, found.added, found.removed) == (expected.moved, expected.added, expected.removed)
    assert sorted(found.kept, key=_places) == sorted(expected.kept, key=_places)


def _places(pair: tuple[Finding, Finding]) -> tuple[object, ...]:
    return pair[0].order, pair[1].order


@given(changes(), baselines())
def test_carrying_neither_mints_nor_loses_a_budget(change: Change, budgets: Baseline) -> None:
    carried = carry(budgets.files, match(*change).moved)
    assert all(total(carried, name) == total(budgets.files, name) for name in RULES)
    assert all(number >= 0 for entry in carried.values() for number in entry.values())


@given(changes(), baselines())
def test_tighten_raises_no_number_but_with_code_that_moved_there(change: Change, budgets: Baseline) -> None:
    after = tightened(budgets, change)
    came = Counter((new.path, new.rule) for _, new in match(*change).moved)
    for unit, entry in after.files.items():
        for name, number in entry.items():
            assert 0 < number <= budgets.budget(unit, name) + came[unit, name]


@given(changes(), baselines())
def test_tighten_raises_no_total(change: Change, budgets: Baseline) -> None:
    after = tightened(budgets, change)
    assert all(total(after.files, name) <= total(budgets.files, name) for name in RULES)


@given(changes(), baselines())
def test_tighten_allows_no_more_than_was_measured(change: Change, budgets: Baseline) -> None:
    counts = tree(*change[1]).tally
    after = tightened(budgets, change)
    assert all(number <= counts[unit][name] for unit, entry in after.files.items() for name, number in entry.items())


@given(changes(), baselines())
def test_tighten_twice_is_tighten_once(change: Change, budgets: Baseline) -> None:
    once = tightened(budgets, change)
    assert tightened(once, (change[1], change[1])) == once


@given(changes(), baselines())
def test_what_passes_before_tighten_passes_after_it(change: Change, budgets: Baseline) -> None:
    if judged(budgets, change, Blame.TREE).exit_code is Exit.OK:
        after = (change[1], change[1])
        assert all(judged(tightened(budgets, change), after, blame).exit_code is Exit.OK for blame in Blame)


@given(changes(), baselines(), blames)
def test_a_baseline_that_tighten_wrote_is_never_called_a_loosening(
    change: Change, budgets: Baseline, blame: Blame
) -> None:
    before, after = (tree(*side, paths=FILES) for side in change)
    found = verdict(stated(budgets), stated(tightened(budgets, change)), before, after, blame)
    assert found.loosenings == ()


@given(st.data(), changes(), findings(3), blames)
@settings(max_examples=300)
def test_one_more_site_never_turns_a_fail_into_a_pass(
    data: st.DataObject, change: Change, more: tuple[Finding, ...], blame: Blame
) -> None:
    """And so one site fewer never turns a pass into a fail."""
    before, after = change
    budgets = data.draw(generous(before))
    with_more = judged(budgets, (before, added(after, more)), blame)
    if with_more.exit_code is Exit.OK:
        assert judged(budgets, change, blame).exit_code is Exit.OK


@given(st.data(), moves(), blames)
def test_moving_code_never_fails(data: st.DataObject, change: Change, blame: Blame) -> None:
    found = judged(data.draw(generous(change[0])), change, blame)
    assert (found.exit_code, found.loosenings) == (Exit.OK, ())


@given(moves(), baselines())
def test_debt_that_moves_is_not_blamed_on_whoever_moves_it(change: Change, budgets: Baseline) -> None:
    assert judged(budgets, change, Blame.CHANGE).exit_code is Exit.OK
    assert judged(budgets, change, Blame.BASE).exit_code is Exit.OK


@given(findings(), baselines())
def test_a_change_of_nothing_is_never_blamed(sites: tuple[Finding, ...], budgets: Baseline) -> None:
    assert judged(budgets, (sites, sites), Blame.CHANGE).exit_code is Exit.OK
    assert judged(budgets, (sites, sites), Blame.BASE).exit_code is Exit.OK


@given(changes(), baselines())
def test_against_its_base_a_change_is_judged_at_least_as_strictly_as_by_whoever_commits_it(
    change: Change, budgets: Baseline
) -> None:
    if judged(budgets, change, Blame.BASE).exit_code is Exit.OK:
        assert judged(budgets, change, Blame.CHANGE).exit_code is Exit.OK


@given(changes(), baselines(), blames, st.randoms(use_true_random=False))
def test_the_order_of_findings_changes_nothing(
    change: Change, budgets: Baseline, blame: Blame, shuffler: Random
) -> None:
    shuffled = tuple(tuple(shuffler.sample(side, len(side))) for side in change)
    assert judged(budgets, (shuffled[0], shuffled[1]), blame) == judged(budgets, change, blame)


@given(changes(), baselines(), blames)
def test_every_finding_of_the_head_is_judged_once_and_in_order(change: Change, budgets: Baseline, blame: Blame) -> None:
    shown = [each.finding for each in judged(budgets, change, blame).findings]
    assert shown == sorted(change[1], key=lambda finding: finding.order)


@given(changes(), baselines(), blames)
def test_a_failing_delta_has_a_new_site_to_show_or_was_over_before(
    change: Change, budgets: Baseline, blame: Blame
) -> None:
    found = judged(budgets, change, blame)
    new = Counter((each.finding.path, each.finding.rule) for each in found.findings if each.state == "new")
    for delta in found.deltas:
        if delta.fails and delta.cause == "caused":
            assert new[delta.unit, delta.rule] >= 1


def test_the_rules_of_the_laws_are_all_in_force() -> None:
    assert tuple(BOOK.rules) == RULES


@given(st.data(), findings())
@settings(max_examples=150)
def test_no_walk_of_changes_that_pass_raises_a_total(data: st.DataObject, start: tuple[Finding, ...]) -> None:
    """Whatever passes against its base, and whether or not somebody tightens between two changes."""
    budgets, now = data.draw(generous(start)), start
    for _ in range(data.draw(st.integers(1, 6))):
        change = (now, data.draw(futures(now, 1)))
        if judged(budgets, change, Blame.BASE).exit_code is Exit.OK:
            budgets = tightened(budgets, change) if data.draw(st.booleans()) else budgets
            now = change[1]
    before, after = (Counter(each.rule for each in tree_of) for tree_of in (start, now))
    assert all(after[name] <= before[name] for name in RULES)
