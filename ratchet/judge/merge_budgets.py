"""The budgets of two branches made into one: each side's lowering is kept, and no raise survives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ratchet.judge.renamed_tables import renames
from ratchet.model.baseline import Budgets
from ratchet.model.reports import Lowered
from ratchet.model.value import frozen

__all__ = ["MergedBudgets", "merge_budgets", "smaller_budgets"]

_Column = Mapping[str, int]
"""unit → the number of one rule; what is not listed is 0."""


@frozen
class MergedBudgets:
    """The budgets, and the raises that did not survive: what a side had asked for, and what is allowed now."""

    budgets: Budgets
    undone: tuple[Lowered, ...] = ()


def merge_budgets(base: Budgets, ours: Budgets, theirs: Budgets) -> MergedBudgets:
    """Three-way, by unit and rule; see `docs/decisions/0013-what-a-merge-of-baselines-keeps.md`."""
    base, ours, theirs = _followed(base, ours, theirs)
    rules = {rule for side in (base, ours, theirs) for entry in side.values() for rule in entry}
    budgets: dict[str, dict[str, int]] = {}
    undone: list[Lowered] = []
    for rule in sorted(rules):
        before, one, other = (_column(side, rule) for side in (base, ours, theirs))
        merged = _merged(before, one, other) if before else _adopted(one, other)
        for unit, number in merged.items():
            budgets.setdefault(unit, {})[rule] = number
        undone += _undone(rule, before, one, other, merged)
    return MergedBudgets(budgets, tuple(sorted(undone)))


def smaller_budgets(ours: Budgets, theirs: Budgets) -> MergedBudgets:
    """Where no ancestor is known: the smaller number of each pair."""
    smaller = {
        unit: {rule: min(number, theirs[unit].get(rule, 0)) for rule, number in entry.items()}
        for unit, entry in ours.items()
        if unit in theirs
    }
    return MergedBudgets(_positive(smaller))


def _followed(base: Budgets, ours: Budgets, theirs: Budgets) -> tuple[Budgets, Budgets, Budgets]:
    """A file that one side renamed has its new name on all sides; one that both renamed otherwise is left alone."""
    one, other = renames(base, ours), renames(base, theirs)
    names: dict[str, str] = {}
    for mine, yours, side in ((one, other, theirs), (other, one, ours)):
        free = {old: new for old, new in mine.items() if old not in yours and not side.get(new)}
        names |= free | dict(mine.items() & yours.items())
    return _renamed(base, names), _renamed(ours, names), _renamed(theirs, names)


def _renamed(side: Budgets, names: Mapping[str, str]) -> Budgets:
    return {names.get(unit, unit): entry for unit, entry in side.items()}


def _column(side: Budgets, rule: str) -> _Column:
    return {unit: entry[rule] for unit, entry in side.items() if entry.get(rule)}


def _adopted(one: _Column, other: _Column) -> _Column:
    """A rule that the ancestor has no number of is new: no number is a raise, and two for the same unit are one."""
    return {unit: min(one.get(unit) or other[unit], other.get(unit) or one[unit]) for unit in one.keys() | other.keys()}


def _merged(before: _Column, one: _Column, other: _Column) -> _Column:
    made = _mints(before, one) or _mints(before, other)
    agreed = {unit: one[unit] for unit in one.keys() & other.keys() if made and one[unit] == other[unit]}
    base = {**before, **{unit: number for unit, number in agreed.items() if number > before.get(unit, 0)}}
    mine, yours = _honest(before, base, one), _honest(before, base, other)
    units = base.keys() | mine.keys() | yours.keys()
    merged = {unit: _number(base.get(unit, 0), mine.get(unit, 0), yours.get(unit, 0)) for unit in sorted(units)}
    return _within_total(merged, base, mine, yours)


def _mints(before: _Column, side: _Column) -> bool:
    """Whether a side allows more in all: then its raises are not just budgets that moved along with code."""
    return sum(side.values()) > sum(before.values())


def _honest(before: _Column, base: _Column, side: _Column) -> _Column:
    """A side without its raises, unless they only moved budgets."""
    if not _mints(before, side):
        return side
    return {unit: min(number, base.get(unit, 0)) for unit, number in side.items()}


def _number(before: int, one: int, other: int) -> int:
    if one == before:
        return other
    if other == before:
        return one
    return max(one, other) if min(one, other) > before else min(one, other)


def _within_total(merged: _Column, base: _Column, one: _Column, other: _Column) -> _Column:
    """No total above either side's: where one side moved a site that the other fixed, what moved gives way."""
    excess = sum(merged.values()) - min(sum(one.values()), sum(other.values()))
    settled = dict(merged)
    raised = [unit for unit, number in merged.items() if number > base.get(unit, 0)]
    for unit in sorted(raised, key=lambda unit: (one.get(unit, 0) == other.get(unit, 0), unit)):
        cut = max(0, min(excess, merged[unit] - base.get(unit, 0)))
        settled[unit] -= cut
        excess -= cut
    return {unit: number for unit, number in settled.items() if number}


def _undone(rule: str, before: _Column, one: _Column, other: _Column, merged: _Column) -> Iterator[Lowered]:
    """Raises by a side that allows more in all, where the other side did not say the same."""
    for side in (one, other) if before else ():
        for unit, number in side.items() if _mints(before, side) else ():
            if number > max(before.get(unit, 0), merged.get(unit, 0)) and one.get(unit) != other.get(unit):
                yield Lowered(unit, rule, number, merged.get(unit, 0))


def _positive(budgets: Mapping[str, Mapping[str, int]]) -> Budgets:
    kept = {unit: {rule: number for rule, number in entry.items() if number} for unit, entry in budgets.items()}
    return {unit: entry for unit, entry in kept.items() if entry}
