"""The contract of a check: what the base's policy demands, and how the head's policy differs from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ratchet.judge.loosenings import loosenings
from ratchet.model.baseline import Baseline
from ratchet.model.errors import Mistake
from ratchet.model.policy import Policy
from ratchet.model.rule import Rulebook
from ratchet.model.verdict import Loosening
from ratchet.model.waiver import Waiver

__all__ = ["Contract", "make_contract"]


@dataclass(frozen=True, slots=True)
class Contract:
    """The policy a verdict is made with, what the change would loosen in it, and what keeps it from being judged."""

    policy: Policy
    baseline: Baseline
    waivers: tuple[Waiver, ...]
    loosenings: tuple[Loosening, ...]
    problems: tuple[Mistake, ...]


def make_contract(base: Policy | None, head: Policy) -> Contract:
    """The base's policy, plus the rules that the head newly adopts; without a base the head's own."""
    if base is None or base.baseline is None:
        baseline = head.baseline or Baseline()
        return Contract(head, baseline, head.waivers, (), _unadopted(head.rulebook, baseline))
    rules = {**head.rulebook.rules, **base.rulebook.rules}
    rulebook = Rulebook({rule: rules[rule] for rule in sorted(rules)})
    policy = replace(base, rulebook=rulebook, languages={**head.languages, **base.languages})
    baseline = _joined(base.baseline, head.baseline or Baseline(), rulebook)
    waivers = (*base.waivers, *(waiver for waiver in head.waivers if not _known(waiver, base.waivers)))
    return Contract(policy, baseline, waivers, loosenings(base, head), _unadopted(rulebook, baseline))


def _known(waiver: Waiver, waivers: tuple[Waiver, ...]) -> bool:
    """The same permission, wherever it stands in the file."""
    return any(replace(waiver, place=None) == replace(other, place=None) for other in waivers)


def _joined(base: Baseline, head: Baseline, rulebook: Rulebook) -> Baseline:
    """The base's numbers; the head's for rules that only the head has adopted, or adopted with today's meaning."""
    ours = {rule for rule in base.meanings if _meaning_holds(rule, base.meanings, rulebook)}
    theirs = {rule for rule in head.meanings if rule not in ours and _meaning_holds(rule, head.meanings, rulebook)}
    theirs |= head.meanings.keys() - base.meanings.keys()
    files: dict[str, dict[str, int]] = {}
    for budgets, rules in ((base.files, base.meanings.keys() - theirs), (head.files, theirs)):
        for unit, entry in budgets.items():
            for rule in entry.keys() & rules:
                files.setdefault(unit, {})[rule] = entry[rule]
    meanings = {**base.meanings, **{rule: head.meanings[rule] for rule in theirs}}
    return Baseline(files, base.units, meanings)


def _meaning_holds(rule: str, meanings: Mapping[str, str], rulebook: Rulebook) -> bool:
    known = rulebook.rules.get(rule)
    return known is not None and known.spec.meaning == meanings[rule]


def _unadopted(rulebook: Rulebook, baseline: Baseline) -> tuple[Mistake, ...]:
    problems = []
    for name, rule in rulebook.rules.items():
        meaning = baseline.meanings.get(name)
        if meaning is None:
            problems.append(
                Mistake(
                    f"{name} has no baseline, so nothing says how much is allowed",
                    rule.place,
                    f"run: ratchet init --rule {name}",
                )
            )
        elif meaning != rule.spec.meaning:
            message = f"{name} now measures something else than its baseline was taken with"
            problems.append(
                Mistake(message, rule.place, "run: ratchet tighten --remeasure, and let a maintainer review it")
            )
    return tuple(problems)
