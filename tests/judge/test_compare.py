"""Budget × number before × number now × waiver → how it stands, where it comes from, and whether it fails."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ratchet.judge.compare import Blame, compare
from ratchet.judge.moves import match
from ratchet.model.measured import Measured
from ratchet.model.rule import Phase, Rulebook
from ratchet.model.verdict import Cause, Delta, DeltaKind
from tests.judge.making import EXPECT, UNWRAP, book, rule, site, sites, tree

BETTER, SAME, WORSE, NEW, GONE = DeltaKind
CAUSED, INHERITED, FREED, MOVED = Cause
Row = tuple[int, int, int, int, DeltaKind, Cause | None, bool]

TREE: list[Row] = [
    # budget, before, count, waiver → kind, cause, fails
    (0, 0, 0, 0, SAME, None, False),
    (2, 2, 2, 0, SAME, None, False),
    (2, 2, 3, 0, WORSE, CAUSED, True),
    (0, 0, 1, 0, WORSE, CAUSED, True),
    (2, 2, 1, 0, BETTER, FREED, False),
    (2, 2, 0, 0, BETTER, FREED, False),
    (3, 1, 2, 0, BETTER, FREED, False),  # the tree by itself may use what it is allowed
    (1, 3, 3, 0, WORSE, INHERITED, True),  # over is over, whoever did it
    (1, 3, 2, 0, WORSE, INHERITED, True),  # and fewer is not yet few enough
    (1, 3, 4, 0, WORSE, CAUSED, True),
    (1, 1, 2, 1, SAME, None, False),
    (1, 1, 3, 1, WORSE, CAUSED, True),
    (1, 3, 2, 1, SAME, None, False),
    (0, 0, 1, 5, SAME, None, False),
    (2, 2, 1, 5, BETTER, FREED, False),
]
CHANGE: list[Row] = [
    (0, 0, 0, 0, SAME, None, False),
    (2, 2, 2, 0, SAME, None, False),
    (2, 2, 3, 0, WORSE, CAUSED, True),
    (0, 0, 1, 0, WORSE, CAUSED, True),
    (2, 2, 1, 0, BETTER, FREED, False),
    (3, 1, 2, 0, BETTER, FREED, False),
    (3, 1, 4, 0, WORSE, CAUSED, True),
    (1, 3, 3, 0, WORSE, INHERITED, False),  # somebody else's debt is named and not blamed
    (1, 3, 2, 0, WORSE, INHERITED, False),
    (1, 3, 4, 0, WORSE, CAUSED, True),
    (1, 1, 2, 1, SAME, None, False),
    (1, 1, 3, 1, WORSE, CAUSED, True),
    (1, 3, 3, 1, WORSE, INHERITED, False),
    (1, 3, 4, 1, WORSE, CAUSED, True),
]
BASE: list[Row] = [
    (0, 0, 0, 0, SAME, None, False),
    (2, 2, 2, 0, SAME, None, False),
    (2, 2, 3, 0, WORSE, CAUSED, True),
    (0, 0, 1, 0, WORSE, CAUSED, True),
    (2, 2, 1, 0, BETTER, FREED, False),
    (3, 1, 1, 0, BETTER, FREED, False),
    (3, 1, 2, 0, WORSE, CAUSED, True),  # freed budget is not there to be spent again
    (3, 1, 3, 0, WORSE, CAUSED, True),
    (1, 3, 3, 0, WORSE, INHERITED, False),
    (1, 3, 2, 0, WORSE, INHERITED, False),
    (1, 3, 4, 0, WORSE, CAUSED, True),
    (1, 1, 2, 1, SAME, None, False),
    (1, 1, 3, 1, WORSE, CAUSED, True),
    (1, 2, 2, 1, SAME, None, False),  # the waiver was there before and is used
    (1, 2, 3, 1, WORSE, CAUSED, True),  # so it is not there twice
    (3, 1, 3, 1, WORSE, CAUSED, True),
]
TABLE = [
    pytest.param(blame, row, id=f"{blame.value}-{'-'.join(str(number) for number in row[:4])}")
    for blame, rows in ((Blame.TREE, TREE), (Blame.CHANGE, CHANGE), (Blame.BASE, BASE))
    for row in rows
]


def deltas(
    before: Measured,
    now: Measured,
    budgets: Mapping[str, Mapping[str, int]],
    blame: Blame = Blame.TREE,
    waived: Mapping[tuple[str, str], int] | None = None,
    rulebook: Rulebook | None = None,
) -> tuple[Delta, ...]:
    matching = match(before.findings, now.findings)
    return compare(before, now, matching, budgets, waived or {}, rulebook or book(), blame)


@pytest.mark.parametrize(("blame", "row"), TABLE)
def test_a_file_stands_as_the_table_says(blame: Blame, row: Row) -> None:
    budget, before, count, waiver, kind, cause, fails = row
    was, now = tree(*sites("a.rs", before), paths=("a.rs",)), tree(*sites("a.rs", count), paths=("a.rs",))
    (delta,) = deltas(was, now, {"a.rs": {UNWRAP: budget}}, blame, {("a.rs", UNWRAP): waiver})
    assert (delta.budget, delta.before, delta.count) == (budget, before, count)
    assert (delta.kind, delta.cause, delta.fails) == (kind, cause, fails)


def test_a_new_file_with_sites_is_new_and_fails() -> None:
    (delta,) = deltas(tree(), tree(*sites("new.rs", 1)), {})
    assert (delta.kind, delta.cause, delta.fails) == (NEW, CAUSED, True)


def test_a_deleted_file_is_gone_and_frees_its_budget() -> None:
    (delta,) = deltas(tree(*sites("a.rs", 2)), tree(), {"a.rs": {UNWRAP: 2}})
    assert (delta.kind, delta.cause, delta.fails) == (GONE, FREED, False)


@pytest.mark.parametrize("blame", Blame)
def test_a_moved_site_is_the_same_in_both_files(blame: Blame) -> None:
    was, now = tree(site("a.rs"), paths=("b.rs",)), tree(site("b.rs"), paths=("a.rs",))
    old, new = deltas(was, now, {"a.rs": {UNWRAP: 1}}, blame)
    assert (old.unit, old.budget, old.count, old.kind, old.cause) == ("a.rs", 0, 0, SAME, None)
    assert (new.unit, new.budget, new.count, new.kind, new.cause) == ("b.rs", 1, 1, SAME, MOVED)


@pytest.mark.parametrize("blame", Blame)
def test_a_move_does_not_make_room_in_the_file_it_left(blame: Blame) -> None:
    was = tree(site("a.rs", "f"), paths=("b.rs",))
    now = tree(site("a.rs", "g"), site("b.rs", "f"))
    old, new = deltas(was, now, {"a.rs": {UNWRAP: 1}}, blame)
    assert (old.unit, old.kind, old.cause, old.fails) == ("a.rs", WORSE, CAUSED, True)
    assert not new.fails


@pytest.mark.parametrize("blame", [Blame.CHANGE, Blame.BASE])
def test_debt_that_moves_stays_the_debt_of_whoever_made_it(blame: Blame) -> None:
    was, now = tree(*sites("a.rs", 2), paths=("b.rs",)), tree(*sites("b.rs", 2), paths=("a.rs",))
    old, new = deltas(was, now, {"a.rs": {UNWRAP: 1}}, blame)
    assert not old.fails
    assert (new.budget, new.before, new.count, new.kind, new.cause, new.fails) == (1, 2, 2, WORSE, INHERITED, False)


@pytest.mark.parametrize("phase", [Phase.OBSERVE, Phase.WARN])
def test_a_rule_that_does_not_block_never_fails(phase: Phase) -> None:
    (delta,) = deltas(tree(), tree(*sites("a.rs", 3)), {}, rulebook=book(rule(phase=phase)))
    assert (delta.kind, delta.fails) == (NEW, False)


@pytest.mark.parametrize(("count", "used"), [(1, 0), (2, 0), (3, 1), (4, 2), (9, 2)])
def test_a_waiver_is_used_by_what_is_above_the_budget(count: int, used: int) -> None:
    now = tree(*sites("a.rs", count))
    (delta,) = deltas(tree(), now, {"a.rs": {UNWRAP: 2}}, waived={("a.rs", UNWRAP): 2})
    assert delta.waived == used


def test_a_budget_of_a_rule_that_is_not_in_force_is_passed_over() -> None:
    assert deltas(tree(), tree(), {"a.rs": {EXPECT: 2}}) == ()


def test_deltas_come_in_the_order_of_file_and_rule() -> None:
    now = tree(site("b.rs"), site("a.rs", of=UNWRAP), site("a.rs", of=EXPECT))
    found = deltas(tree(), now, {}, rulebook=book(rule(UNWRAP), rule(EXPECT)))
    assert [(each.unit, each.rule) for each in found] == [("a.rs", EXPECT), ("a.rs", UNWRAP), ("b.rs", UNWRAP)]
