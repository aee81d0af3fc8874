"""Budgets that travel with the code they were granted for."""

from __future__ import annotations

from collections.abc import Iterable

from ratchet.judge.moves import Pair
from ratchet.model.baseline import Budgets

__all__ = ["carry"]


def carry(budgets: Budgets, moved: Iterable[Pair]) -> Budgets:
    """Take one from the old file and give one to the new file for each moved site: conserved, never minted."""
    carried = {unit: dict(entry) for unit, entry in budgets.items()}
    for old, new in moved:
        source = carried.get(old.path, {})
        if source.get(old.rule, 0) > 0:
            source[old.rule] -= 1
            target = carried.setdefault(new.path, {})
            target[new.rule] = target.get(new.rule, 0) + 1
    return carried
