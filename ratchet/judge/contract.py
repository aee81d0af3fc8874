"""The contract of a check: what the base's policy demands, and how the head's policy differs from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ratchet.judge.loosenings import loosenings, waivers_in_force
from ratchet.judge.terms import Contract
from ratchet.model.baseline import Baseline
from ratchet.model.errors import Mistake, Place
from ratchet.model.policy import Policy
from ratchet.model.rule import Rulebook
from ratchet.model.shape import nearest
from ratchet.model.value import replace

__all__ = ["make_contract"]


def make_contract(base: Policy | None, head: Policy) -> Contract:
    """The base's policy, plus the rules that the head newly adopts; without a base the head's own."""
    if base is None or base.baseline is None:
        baseline = head.baseline or Baseline()
        problems = (*_unadopted(head.rulebook, baseline), *_unknown(head, head.rulebook))
        return Contract(_judgeable(head, baseline), baseline, baseline.budgets, head.waivers, (), problems)
    new_rules = head.rulebook.rules if head.config.path else {}  # a deleted config adopts nothing
    rules = {**new_rules, **base.rulebook.rules}
    rulebook = Rulebook({rule: rules[rule] for rule in sorted(rules)})
    policy = replace(base, rulebook=rulebook, languages={**head.languages, **base.languages})
    baseline = _joined(base.baseline, head.baseline or Baseline(), rulebook)
    waivers = waivers_in_force(base.waivers, head.waivers)
    problems = (*_unadopted(rulebook, baseline), *_unknown(head, rulebook))
    policy = _judgeable(policy, baseline)
    adopting = frozenset(baseline.meanings.keys() - base.baseline.meanings.keys())
    return Contract(policy, baseline, baseline.budgets, waivers, loosenings(base, head), problems, adopting)


def _joined(base: Baseline, head: Baseline, rulebook: Rulebook) -> Baseline:
    """The base's numbers; the head's for rules that only the head has adopted, or adopted with today's meaning."""
    ours = {rule for rule in base.meanings if _meaning_holds(rule, base.meanings, rulebook)}
    theirs = {rule for rule in head.meanings if rule not in ours and _meaning_holds(rule, head.meanings, rulebook)}
    theirs |= head.meanings.keys() - base.meanings.keys()
    budgets: dict[str, dict[str, int]] = {}
    for stated, rules in ((base.budgets, base.meanings.keys() - theirs), (head.budgets, theirs)):
        for unit, entry in stated.items():
            for rule in entry.keys() & rules:
                budgets.setdefault(unit, {})[rule] = entry[rule]
    meanings = {**base.meanings, **{rule: head.meanings[rule] for rule in theirs}}
    return Baseline(meanings=meanings).with_budgets(budgets, base.unit_rules | head.unit_rules)


def _meaning_holds(rule: str, meanings: Mapping[str, str], rulebook: Rulebook) -> bool:
    known = rulebook.rules.get(rule)
    return known is not None and known.spec.meaning == meanings[rule]


def _judgeable(policy: Policy, baseline: Baseline) -> Policy:
    """Only the rules that have a baseline taken with their meaning of today; of the others nothing can be said."""
    rules = policy.rulebook.rules.items()
    known = {name: rule for name, rule in rules if baseline.meanings.get(name) == rule.spec.meaning}
    return replace(policy, rulebook=Rulebook(known))


def _unknown(head: Policy, rulebook: Rulebook) -> Iterator[Mistake]:
    """Names in the head's ledger that no rule has: a misspelled one would silently be a budget of 0."""
    baseline = head.baseline or Baseline()
    directory = head.config.baselines
    for name in sorted(baseline.meanings.keys() - rulebook.rules.keys()):
        hint = nearest(name, rulebook.rules) or "restore the file of the rule, or remove the entry"
        place = Place(f"{directory}/rules.toml")
        yield Mistake(f"`{name}` is under the ratchet, but no rule has that name", place, hint)
    for file, budgets in (("files.toml", baseline.files), ("units.toml", baseline.units)):
        budgeted = {rule for entry in budgets.values() for rule in entry}
        for name in sorted(budgeted - baseline.meanings.keys()):
            hint = nearest(name, baseline.meanings) or f"run: ratchet init --rule {name}"
            yield Mistake(f"`{name}` has budgets, but is not under the ratchet", Place(f"{directory}/{file}"), hint)


def _unadopted(rulebook: Rulebook, baseline: Baseline) -> Iterator[Mistake]:
    """Rules without a baseline, and rules whose baseline was taken with another meaning: one problem for each kind."""
    missing = [rule for name, rule in rulebook.rules.items() if name not in baseline.meanings]
    if missing:
        names = [rule.id for rule in missing]
        hint = "run: ratchet init " + " ".join(f"--rule {name}" for name in names)
        has = "has" if len(names) == 1 else "have"
        yield Mistake(
            f"{', '.join(names)} {has} no baseline, so nothing says how much is allowed", missing[0].place, hint
        )
    known = [rule for name, rule in rulebook.rules.items() if name in baseline.meanings]
    changed = [rule for rule in known if baseline.meanings[rule.id] != rule.spec.meaning]
    if changed:
        names = [rule.id for rule in changed]
        measures = "measures" if len(names) == 1 else "measure"
        message = f"{', '.join(names)} now {measures} something else than the baseline was taken with"
        hint = "run: ratchet tighten --remeasure, and let a maintainer review it"
        yield Mistake(message, changed[0].place, hint)
