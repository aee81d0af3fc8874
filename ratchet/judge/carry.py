"""Budgets that travel with the code they were granted for."""

from __future__ import annotations

from collections.abc import Iterable

from ratchet.judge.moves import Pair
from ratchet.model.baseline import Budgets

__all__ = ["carry"]


def carry(budgets: Budgets, moved: Iterable[Pair]) -> Budgets:
    """Take from the old unit and give to the new one what each moved site weighs: conserved, never minted."""
    carried = {unit: dict(entry) for unit, entry in budgets.items()}
    for old, new in moved:
        source = carried.get(old.unit, {})
        amount = min(source.get(old.rule, 0), old.weight) if new.weight else 0
        if amount:
            source[old.rule] -= amount
            target = carried.setdefault(new.unit, {})
            target[new.rule] = target.get(new.rule, 0) + amount
    return carried
