"""Budgets lowered to what was measured: never raised, carried along with code that moved."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from ratchet.judge.carry import carry
from ratchet.judge.moves import Pair
from ratchet.model.baseline import Baseline, Budgets
from ratchet.model.measured import Tally
from ratchet.model.reports import Lowered
from ratchet.model.value import frozen

__all__ = ["Tightened", "tighten"]


@frozen
class Tightened:
    """The new baseline, what changed in it, and what is over its budget and was left alone."""

    baseline: Baseline
    changes: tuple[Lowered, ...]
    over: tuple[Lowered, ...]


def tighten(baseline: Baseline, tally: Tally, moved: Iterable[Pair], untouched: Collection[str]) -> Tightened:
    """Each budget becomes the smaller of itself and what was measured; files in `untouched` keep theirs."""
    carried = carry(baseline.budgets, moved)
    lowered = {unit: _lower(unit, entry, tally, baseline, untouched) for unit, entry in carried.items()}
    budgets = {unit: entry for unit, entry in lowered.items() if entry}
    changes = _changes(baseline.budgets, budgets, carried)
    over = tuple(
        Lowered(unit, rule, budgets.get(unit, {}).get(rule, 0), count)
        for unit, entry in sorted(tally.items())
        for rule, count in sorted(entry.items())
        if rule in baseline.meanings and count > budgets.get(unit, {}).get(rule, 0)
    )
    return Tightened(baseline.with_budgets(budgets), changes, over)


def _lower(
    unit: str, entry: Mapping[str, int], tally: Tally, baseline: Baseline, untouched: Collection[str]
) -> dict[str, int]:
    counts = tally.get(unit, {})
    lowered = {}
    for rule, budget in entry.items():
        kept = budget if unit in untouched or rule not in baseline.meanings else min(budget, counts.get(rule, 0))
        if kept:
            lowered[rule] = kept
    return lowered


def _changes(old: Budgets, new: Budgets, carried: Budgets) -> tuple[Lowered, ...]:
    keys = {(unit, rule) for table in (old, new) for unit, entry in table.items() for rule in entry}
    changes = []
    for unit, rule in sorted(keys):
        before, after = old.get(unit, {}).get(rule, 0), new.get(unit, {}).get(rule, 0)
        if before != after:
            moved = carried.get(unit, {}).get(rule, 0) != before
            changes.append(Lowered(unit, rule, before, after, moved))
    return tuple(changes)
