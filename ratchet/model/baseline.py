"""The allowed numbers per rule and unit, and the meaning they were measured with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from ratchet.model.value import field, frozen, replace

__all__ = ["Baseline", "Budgets", "total"]

Budgets = Mapping[str, Mapping[str, int]]
"""unit → rule → allowed number; a unit or rule that is not listed has budget 0."""


@frozen
class Baseline:
    """What `baselines/` says: budgets per file and per other unit, and the meaning of each adopted rule."""

    files: Budgets = field(default_factory=dict)
    units: Budgets = field(default_factory=dict)
    meanings: Mapping[str, str] = field(default_factory=dict)

    def budget(self, unit: str, rule: str) -> int:
        """The allowed number of one rule in one unit."""
        return self.files.get(unit, {}).get(rule, 0) or self.units.get(unit, {}).get(rule, 0)

    @property
    def budgets(self) -> Budgets:
        """All budgets; a rule has them per file or per other unit, never both."""
        if not self.units:
            return self.files
        found = {unit: dict(entry) for unit, entry in self.files.items()}
        for unit, entry in self.units.items():
            found.setdefault(unit, {}).update(entry)
        return found

    @property
    def unit_rules(self) -> frozenset[str]:
        """The rules whose budgets are of other units than files."""
        return frozenset(rule for entry in self.units.values() for rule in entry)

    def with_budgets(self, budgets: Budgets, unit_rules: Collection[str] = ()) -> Baseline:
        """The same with other budgets; those of `unit_rules`, and of rules that had units before, are of units."""
        others = self.unit_rules.union(unit_rules)
        return replace(
            self,
            files=_of(budgets, lambda rule: rule not in others),
            units=_of(budgets, lambda rule: rule in others),
        )


def _of(budgets: Budgets, wanted: Callable[[str], bool]) -> Budgets:
    chosen = {unit: {rule: n for rule, n in entry.items() if wanted(rule)} for unit, entry in budgets.items()}
    return {unit: entry for unit, entry in chosen.items() if entry}


def total(budgets: Budgets, rule: str) -> int:
    """The allowed number of one rule over all units."""
    return sum(entry.get(rule, 0) for entry in budgets.values())
