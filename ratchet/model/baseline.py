"""The allowed numbers per rule and unit, and the meaning they were measured with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Baseline", "Budgets", "total"]

Budgets = Mapping[str, Mapping[str, int]]
"""unit → rule → allowed number; a unit or rule that is not listed has budget 0."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """What `baselines/` says: budgets per file and per other unit, and the meaning of each adopted rule."""

    files: Budgets = field(default_factory=dict)
    units: Budgets = field(default_factory=dict)
    meanings: Mapping[str, str] = field(default_factory=dict)

    def budget(self, unit: str, rule: str) -> int:
        """The allowed number of one rule in one unit."""
        entry = self.files.get(unit) or self.units.get(unit) or {}
        return entry.get(rule, 0)


def total(budgets: Budgets, rule: str) -> int:
    """The allowed number of one rule over all units."""
    return sum(entry.get(rule, 0) for entry in budgets.values())
