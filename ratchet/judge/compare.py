"""Budgets × numbers before × numbers now → deltas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import Enum

from ratchet.judge.carry import carry
from ratchet.judge.moves import Matching
from ratchet.judge.waivers import Allowance
from ratchet.model.baseline import Budgets
from ratchet.model.measured import Measured, Tally
from ratchet.model.rule import Phase, Rulebook
from ratchet.model.value import frozen
from ratchet.model.verdict import Cause, Delta, DeltaKind

__all__ = ["Blame", "compare"]


class Blame(Enum):
    """Who answers for a number above its limit.

    TREE: the tree as it is; over budget is over budget. CHANGE: the change since the last commit; what was already
    over is reported and not blamed. BASE: as CHANGE, and freed budget is not there to be spent again.
    """

    TREE = "tree"
    CHANGE = "change"
    BASE = "base"


@frozen
class _Numbers:
    """One rule in one file."""

    budget: int
    before: int
    count: int
    waiver: int
    moved_in: int
    moved_out: int

    def limit(self, blame: Blame) -> int:
        if blame is Blame.TREE:
            return self.budget + self.waiver
        if blame is Blame.CHANGE:
            return max(self.budget + self.waiver, self.before)
        return max(min(self.budget, self.before) + self.waiver, self.before)


def compare(
    base: Measured,
    head: Measured,
    matching: Matching,
    budgets: Budgets,
    waived: Allowance,
    rulebook: Rulebook,
    blame: Blame,
) -> tuple[Delta, ...]:
    """Every rule in every file that has a budget, had a number or has one, in the order of file and rule."""
    carried = carry(budgets, matching.moved)
    before = _carried_tally(base.tally, matching)
    came = Counter((new.unit, new.rule) for _, new in matching.moved)
    left = Counter((old.unit, old.rule) for old, _ in matching.moved)
    now = head.tally
    units_before, units_now = _units(base), _units(head)
    keys = {
        (unit, rule) for table in (budgets, carried, before, now) for unit, entry in table.items() for rule in entry
    }
    deltas = []
    for unit, rule in sorted(keys):
        if rule not in rulebook.rules:
            continue
        numbers = _Numbers(
            carried.get(unit, {}).get(rule, 0),
            before.get(unit, {}).get(rule, 0),
            now.get(unit, {}).get(rule, 0),
            max(
                0,
                waived.get((unit, rule), 0) - _gone_beyond(left[unit, rule], budgets.get(unit, {}).get(rule, 0), blame),
            ),
            came[unit, rule],
            left[unit, rule],
        )
        blocks = rulebook.rules[rule].phase is Phase.BLOCK
        deltas.append(_delta(unit, rule, numbers, blame, blocks, (unit in units_before, unit in units_now)))
    return tuple(deltas)


def _units(measured: Measured) -> set[str]:
    """The units that are there, with a number or without."""
    return {*measured.paths, *measured.units}


def _gone_beyond(left: int, budget: int, blame: Blame) -> int:
    """The sites that left a file beyond its budget: what a waiver allowed them, nobody else may use again."""
    return max(0, left - budget) if blame is not Blame.TREE else 0


def _carried_tally(tally: Tally, matching: Matching) -> Mapping[str, Mapping[str, int]]:
    """The numbers before, as if the moved sites had always been where they are now."""
    return carry(tally, matching.moved)


def _delta(unit: str, rule: str, numbers: _Numbers, blame: Blame, blocks: bool, there: tuple[bool, bool]) -> Delta:
    limit = numbers.limit(blame)
    over = numbers.count > limit
    used = min(numbers.waiver, max(0, numbers.count - numbers.budget))
    kind = _kind(numbers, over, there)
    cause = _cause(numbers, kind)
    counts = numbers.budget, numbers.before, numbers.count
    return Delta(rule, unit, *counts, kind, cause, used, over and blocks, limit=limit)


def _kind(numbers: _Numbers, over: bool, there: tuple[bool, bool]) -> DeltaKind:
    was_there, is_there = there
    if over or numbers.count > numbers.budget + numbers.waiver:
        return DeltaKind.WORSE if was_there or numbers.budget else DeltaKind.NEW
    if numbers.count < numbers.budget:
        return DeltaKind.BETTER if is_there else DeltaKind.GONE
    return DeltaKind.SAME


def _cause(numbers: _Numbers, kind: DeltaKind) -> Cause | None:
    if kind in (DeltaKind.WORSE, DeltaKind.NEW):
        return Cause.CAUSED if numbers.count > numbers.before else Cause.INHERITED
    if kind in (DeltaKind.BETTER, DeltaKind.GONE):
        return Cause.FREED
    return Cause.MOVED if numbers.count and (numbers.moved_in or numbers.moved_out) else None
