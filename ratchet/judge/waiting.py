"""Rules whose stored budget does not hold for what they measure now: what the base has is their budget."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import date

from ratchet.judge.terms import Contract
from ratchet.judge.waivers import Allowance, allowance
from ratchet.model.baseline import Baseline, Budgets
from ratchet.model.measured import Measured
from ratchet.model.notes import Waiting, Why
from ratchet.model.rule import Phase, Rule
from ratchet.model.value import replace

__all__ = ["as_judged", "budgeted_by", "capped", "compared_at", "waiting_rules"]


def waiting_rules(rules: Mapping[str, Rule], baseline: Baseline, mended: Mapping[str, Rule]) -> Iterator[Waiting]:
    """Shipped rules that a release added or changed since the baseline was written, and rules that the head mended.

    A rule on graphs that was never adopted waits too, but is not measured: what it cannot read would stop the check.
    """
    for name, rule in rules.items():
        if name not in baseline.meanings:
            if rule.shipped:
                yield Waiting(name, Why.NOT_ADOPTED)
        elif baseline.meanings[name] != rule.spec.meaning:
            if name in mended:
                yield Waiting(name, Why.MENDED)
            elif rule.shipped:
                yield Waiting(name, Why.MEANING_CHANGED)


def as_judged(rule: Rule, why: Why) -> Rule | None:
    """The rule as it judges while it waits; None where it only is named."""
    if why is not Why.NOT_ADOPTED:
        return rule
    return replace(rule, phase=Phase.OBSERVE) if rule.verb == "count" else None


def budgeted_by(contract: Contract, base: Measured, today: date) -> Contract:
    """The contract with the numbers of the base as the budgets of the rules that wait.

    What a waiver of the base covers there is no part of the budget: the waiver allows it already.
    """
    waiting = {each.rule for each in contract.waiting}
    if not waiting:
        return contract
    budgets = {
        unit: {rule: n for rule, n in entry.items() if rule not in waiting} for unit, entry in contract.budgets.items()
    }
    granted = allowance(contract.granted, today)
    for unit, entry in base.tally.items():
        for rule in entry.keys() & waiting:
            budgets.setdefault(unit, {})[rule] = max(0, entry[rule] - granted.get((unit, rule), 0))
    return replace(contract, budgets=budgets)


def capped(budgets: Budgets, before: Budgets, granted: Allowance, rules: Collection[str]) -> Budgets:
    """The budgets, for some rules no more than there was before: those that a change took itself allow nothing new.

    What a waiver of the base covers there is no part of them.
    """

    def most(unit: str, rule: str) -> int:
        return max(0, before.get(unit, {}).get(rule, 0) - granted.get((unit, rule), 0))

    return {
        unit: {rule: min(number, most(unit, rule)) if rule in rules else number for rule, number in entry.items()}
        for unit, entry in budgets.items()
    }


def compared_at(contract: Contract, before: Measured, base: Measured) -> Measured:
    """What the head is compared with: the sites of rules that are held to the base are those of the base itself."""
    held = contract.compared_with_base
    if not held or before is base:
        return before
    findings = [each for each in before.findings if each.rule not in held]
    findings += [each for each in base.findings if each.rule in held]
    return replace(before, findings=tuple(sorted(findings, key=lambda each: each.order)))
