"""The contract of a check: what the base's policy demands, and how the head's policy differs from it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from ratchet.judge.loosenings import loosenings, waivers_in_force
from ratchet.judge.terms import NONE_FAILS, Contract, Failing
from ratchet.judge.waiting import as_judged, waiting_rules
from ratchet.model.baseline import Baseline
from ratchet.model.errors import Mistake, Place
from ratchet.model.notes import Waiting
from ratchet.model.policy import Policy
from ratchet.model.rule import Rule, Rulebook
from ratchet.model.shape import nearest
from ratchet.model.value import replace

__all__ = ["judgeable", "make_contract"]

_ANEW = "run: ratchet tighten --remeasure"


def make_contract(base: Policy | None, head: Policy, failing: Failing = NONE_FAILS) -> Contract:
    """The base's policy, plus the rules that the head newly adopts or mends; without a base the head's own.

    A rule whose examples fail is never in force; where the head has one, nothing can be judged.
    """
    unproven = tuple(mistake for _, found in sorted(failing.head.items()) for mistake in found)
    if base is None or base.baseline is None:
        baseline, own = head.baseline or Baseline(), _without(head.rulebook, failing.head)
        policy, waiting = judgeable(replace(head, rulebook=own), baseline, {})
        problems = (*unproven, *_unadopted(own, baseline, waiting), *_unknown(head, head.rulebook))
        return Contract(policy, baseline, baseline.budgets, head.waivers, (), problems, waiting=waiting)
    stated = head.rulebook.rules if head.config.path else {}  # a deleted config adopts nothing
    rules = {**_without(Rulebook(stated), failing.head).rules, **_without(base.rulebook, failing.base).rules}
    rulebook = Rulebook({rule: rules[rule] for rule in sorted(rules)})
    policy = replace(base, rulebook=rulebook, languages={**head.languages, **base.languages})
    baseline = _joined(base.baseline, head.baseline or Baseline(), rulebook)
    waivers = waivers_in_force(base.waivers, head.waivers)
    mended = {name: rule for name, rule in rules.items() if name in failing.base}
    policy, waiting = judgeable(policy, baseline, mended)
    known = Rulebook({**stated, **base.rulebook.rules})
    problems = (*unproven, *_unadopted(rulebook, baseline, waiting), *_unknown(head, known))
    adopting = frozenset(baseline.meanings.keys() - base.baseline.meanings.keys())
    known_before = base.baseline.meanings.items()
    anew = frozenset(name for name, meaning in known_before if baseline.meanings[name] != meaning)
    budgets, loosened = baseline.budgets, loosenings(base, head)
    return Contract(
        policy=policy,
        baseline=baseline,
        budgets=budgets,
        waivers=waivers,
        loosenings=loosened,
        problems=problems,
        adopting=adopting,
        anew=anew,
        waiting=waiting,
        granted=base.waivers,
        warnings=tuple(_stale(base, head, waiting)),
    )


def _without(rulebook: Rulebook, failing: Collection[str]) -> Rulebook:
    return Rulebook({name: rule for name, rule in rulebook.rules.items() if name not in failing})


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


def judgeable(policy: Policy, baseline: Baseline, mended: Mapping[str, Rule]) -> tuple[Policy, tuple[Waiting, ...]]:
    """Only the rules that have a baseline taken with their meaning of today, and those that wait for one."""
    rules = policy.rulebook.rules
    waiting = tuple(waiting_rules(rules, baseline, mended))
    whys = {each.rule: each.why for each in waiting}
    known: dict[str, Rule] = {}
    for name, rule in rules.items():
        if name in whys:
            if (judging := as_judged(rule, whys[name])) is not None:
                known[name] = judging
        elif baseline.meanings.get(name) == rule.spec.meaning:
            known[name] = rule
    return replace(policy, rulebook=Rulebook(known)), waiting


def _unknown(head: Policy, rulebook: Rulebook) -> Iterator[Mistake]:
    """Names in the head's ledger that no rule has: a misspelled one would silently be a budget of 0."""
    baseline = head.baseline or Baseline()
    directory = head.config.baselines
    for name in sorted(baseline.meanings.keys() - rulebook.rules.keys()):
        meant = nearest(name, rulebook.rules) or "restore the file of the rule"
        hint = f"{meant}; to drop the entry {_ANEW}"
        place = Place(f"{directory}/rules.toml")
        yield Mistake(f"`{name}` is under the ratchet, but no rule has that name", place, hint)
    for file, budgets in (("files.toml", baseline.files), ("units.toml", baseline.units)):
        budgeted = {rule for entry in budgets.values() for rule in entry}
        for name in sorted(budgeted - baseline.meanings.keys()):
            hint = f"run: ratchet init --rule {name}"
            if name not in rulebook.rules:
                hint = "; ".join(filter(None, (nearest(name, baseline.meanings), f"to drop them {_ANEW}")))
            yield Mistake(f"`{name}` has budgets, but is not under the ratchet", Place(f"{directory}/{file}"), hint)


def _unadopted(rulebook: Rulebook, baseline: Baseline, waiting: Collection[Waiting]) -> Iterator[Mistake]:
    """Rules without a baseline, and rules whose baseline was taken with another meaning: one problem for each kind.

    Rules that wait for a budget are none of these: a release of ours changed them, and no change of the repository.
    """
    judged = {each.rule for each in waiting}
    own = {name: rule for name, rule in rulebook.rules.items() if name not in judged}
    missing = [rule for name, rule in own.items() if name not in baseline.meanings]
    if missing:
        names = [rule.id for rule in missing]
        hint = "run: ratchet init " + " ".join(f"--rule {name}" for name in names)
        has = "has" if len(names) == 1 else "have"
        yield Mistake(
            f"{', '.join(names)} {has} no baseline, so nothing says how much is allowed", missing[0].place, hint
        )
    known = [rule for name, rule in own.items() if name in baseline.meanings]
    changed = [rule for rule in known if baseline.meanings[rule.id] != rule.spec.meaning]
    if changed:
        names = [rule.id for rule in changed]
        measures = "measures" if len(names) == 1 else "measure"
        message = f"{', '.join(names)} now {measures} something else than the baseline was taken with"
        yield Mistake(message, changed[0].place, f"{_ANEW}, and let a maintainer review it")


def _stale(base: Policy, head: Policy, waiting: Collection[Waiting]) -> Iterator[Mistake]:
    """Baselines that do not hold for the head's own rules: once that is the base, no check can be judged by them."""
    ledger, rules = head.baseline or Baseline(), head.rulebook.rules
    told = {each.rule for each in waiting}
    place = Place(f"{head.config.baselines}/rules.toml")
    for name, rule in sorted(base.rulebook.rules.items()) if head.config.path else ():
        if name not in ledger.meanings or name in told:
            continue
        if name not in rules:
            yield Mistake(
                f"`{name}` has a baseline still: without its rule the next change cannot be judged", place, _ANEW
            )
        elif rules[name].spec.meaning not in (ledger.meanings[name], rule.spec.meaning):
            message = f"the baseline of `{name}` is not of what it measures now: the next change cannot be judged by it"
            yield Mistake(message, place, _ANEW)
