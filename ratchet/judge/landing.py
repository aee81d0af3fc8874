"""The policy that is in force when a change lands on a branch that has moved on."""

from __future__ import annotations

from ratchet.judge.waivers import by_key, grants_more
from ratchet.model.baseline import Baseline
from ratchet.model.policy import Policy
from ratchet.model.rule import Rulebook
from ratchet.model.value import replace
from ratchet.model.waiver import Waiver

__all__ = ["landed"]


def landed(base: Policy | None, tip: Policy, head: Policy) -> Policy:
    """The tip's policy, with the rules and waivers that the change itself brings: those its base did not have.

    What the change still has and the tip has dropped since stays dropped, and what the change alters counts as the
    tip states it: whether it may alter it is judged against its base.
    """
    old = base or Policy()
    known, before = tip.baseline or Baseline(), old.baseline or Baseline()
    brought = head.baseline or Baseline()
    adopted = brought.meanings.keys() - before.meanings.keys() - known.meanings.keys()
    budgets = {unit: dict(entry) for unit, entry in known.budgets.items()}
    for unit, entry in brought.budgets.items():
        for rule in entry.keys() & adopted:
            budgets.setdefault(unit, {})[rule] = entry[rule]
    meanings = {**known.meanings, **{rule: brought.meanings[rule] for rule in adopted}}
    baseline = replace(known, meanings=meanings).with_budgets(budgets, brought.unit_rules)
    new = {name: rule for name, rule in head.rulebook.rules.items() if name in adopted}
    rules = {**new, **tip.rulebook.rules}
    return replace(
        tip,
        rulebook=Rulebook({name: rules[name] for name in sorted(rules)}),
        languages={**head.languages, **tip.languages},
        baseline=baseline,
        waivers=_waivers(old.waivers, tip.waivers, head.waivers),
    )


def _waivers(old: tuple[Waiver, ...], tip: tuple[Waiver, ...], head: tuple[Waiver, ...]) -> tuple[Waiver, ...]:
    """By rule and file: both sides' where the base had none, the change's where it grants more, else the tip's.

    What either side took away is gone.
    """
    before, stated, now = by_key(old), by_key(tip), by_key(head)
    found: list[Waiver] = []
    for key in sorted(stated.keys() | now.keys()):
        if key not in before:
            known = {replace(waiver, place=None) for waiver in stated.get(key, [])}
            new = [waiver for waiver in now.get(key, []) if replace(waiver, place=None) not in known]
            found += [*stated.get(key, []), *new]
        elif key in stated and grants_more(before[key], now.get(key, [])):
            found += now[key]
        elif key in now:
            found += stated.get(key, [])
    return tuple(found)
