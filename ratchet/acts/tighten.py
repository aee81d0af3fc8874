"""Lowering budgets to what was measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from ratchet.acts.examples import refuse_failing
from ratchet.acts.measuring import measure
from ratchet.acts.renaming import renames_between
from ratchet.acts.world import World, commit_of, last_written, worktree_of
from ratchet.judge.moves import NO_RENAMES, Renames, match
from ratchet.judge.problems import failures
from ratchet.judge.tighten import Tightened, tighten
from ratchet.judge.waivers import allowance
from ratchet.model.baseline import Baseline, total
from ratchet.model.errors import Mistake, RatchetError
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.reports import Lowered, Tightening
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import replace
from ratchet.repo.git import head_commit
from ratchet.repo.ledger import write_baseline

__all__ = ["tighten_baselines"]


def tighten_baselines(world: World, write: bool, remeasure: bool) -> Tightening:
    """Lower what can be lowered; refuse where the tree could not be read whole."""
    head = worktree_of(world)
    policy = world.policy(head)
    baseline = _baseline(policy)
    refuse_failing(world, policy)
    after = measure(head, policy, world.bench)
    if problems := (*failures(after), *after.problems):
        raise RatchetError.of(
            (Mistake("not tightened: not everything could be judged, so some numbers are unknown"), *problems)
        )
    changed = _changed_meanings(policy, baseline)
    waiting = () if remeasure else tuple(name for name in changed if policy.rulebook.rules[name].shipped)
    changed = tuple(name for name in changed if name not in waiting)
    if changed and not remeasure:
        names = ", ".join(changed)
        hint = "run: ratchet tighten --remeasure, and let a maintainer review it"
        raise RatchetError(f"the meaning of {names} changed since the baseline was taken", hint=hint)
    unknown = _unknown(policy, baseline)
    dropped = unknown if remeasure else ()
    before, renames = _before(world, policy, head, after)
    moved = (pair for pair in match(before.findings, after.findings, renames).moved if pair[0].rule not in waiting)
    settled = replace(_without(baseline, (*changed, *dropped)), meanings=_but(baseline.meanings, (*waiting, *unknown)))
    result = tighten(settled, after.tally, moved, after.broken.keys() - before.broken.keys())
    result = replace(result, baseline=replace(result.baseline, meanings=_but(baseline.meanings, dropped)))
    result = _without_waived(_remeasured(result, policy, after, changed), policy, world.bench.today)
    written = write_baseline(world.git.top, policy.config.baselines, result.baseline) if write else ()
    totals = tuple((total(baseline.budgets, rule), total(result.baseline.budgets, rule)) for rule in changed)
    anew = tuple(_anew(baseline, result.baseline, changed))
    return Tightening(
        changes=result.changes,
        over=result.over,
        written=written,
        remeasured=changed,
        directory=policy.config.baselines,
        totals=totals,
        waiting=waiting,
        anew=anew,
        unknown=() if remeasure else unknown,
        dropped=dropped,
    )


def _anew(before: Baseline, after: Baseline, changed: tuple[str, ...]) -> Iterator[Lowered]:
    """The budgets of rules that were measured anew, where the number is another."""
    for unit in sorted(before.budgets.keys() | after.budgets.keys()):
        was, now = before.budgets.get(unit, {}), after.budgets.get(unit, {})
        for rule in changed:
            if was.get(rule, 0) != now.get(rule, 0):
                yield Lowered(unit, rule, was.get(rule, 0), now.get(rule, 0))


def _but(meanings: Mapping[str, str], rules: tuple[str, ...]) -> Mapping[str, str]:
    return {name: meaning for name, meaning in meanings.items() if name not in rules}


def _baseline(policy: Policy) -> Baseline:
    if policy.baseline is None:
        raise RatchetError(f"no baseline in {policy.config.baselines}/ to tighten", hint="run: ratchet init")
    return policy.baseline


def _changed_meanings(policy: Policy, baseline: Baseline) -> tuple[str, ...]:
    rules = policy.rulebook.rules
    changed = (
        name for name, meaning in baseline.meanings.items() if name in rules and rules[name].spec.meaning != meaning
    )
    return tuple(sorted(changed))


def _unknown(policy: Policy, baseline: Baseline) -> tuple[str, ...]:
    """The rules that have a baseline and that nothing states any more."""
    budgeted = {rule for entry in baseline.budgets.values() for rule in entry}
    return tuple(sorted((baseline.meanings.keys() | budgeted) - policy.rulebook.rules.keys()))


def _before(world: World, policy: Policy, tree: Snapshot, after: Measured) -> tuple[Measured, Renames]:
    """The tree the baseline was written for, and the files renamed since then: moves carry their budgets."""
    head = head_commit(world.git)
    if head is None:
        return Measured(), NO_RENAMES
    commit = last_written(world, head, policy.config.baselines)
    base = commit_of(world, commit, commit, policy.config.max_file_bytes)
    before = measure(base, policy, world.bench)
    return before, renames_between(base, before, tree, after)


def _without_waived(result: Tightened, policy: Policy, today: date) -> Tightened:
    """What is over its budget by more than waivers allow: of the rest a check says that it passes."""
    allowed = allowance(policy.waivers, today)
    over = (row for row in result.over if row.after > row.before + allowed.get((row.unit, row.rule), 0))
    return replace(result, over=tuple(over))


def _without(baseline: Baseline, rules: tuple[str, ...]) -> Baseline:
    budgets = {
        unit: {rule: n for rule, n in entry.items() if rule not in rules} for unit, entry in baseline.budgets.items()
    }
    return baseline.with_budgets(budgets)


def _remeasured(result: Tightened, policy: Policy, after: Measured, changed: tuple[str, ...]) -> Tightened:
    """Today's numbers as budgets, without what a waiver covers: that is to go when the waiver expires."""
    if not changed:
        return result
    budgets = {unit: dict(entry) for unit, entry in result.baseline.budgets.items()}
    waived = allowance(policy.waivers, date.min)
    for unit, entry in after.tally.items():
        for rule in entry.keys() & set(changed):
            budgets.setdefault(unit, {})[rule] = max(0, entry[rule] - waived.get((unit, rule), 0))
    meanings = dict(result.baseline.meanings) | {rule: policy.rulebook.rules[rule].spec.meaning for rule in changed}
    over = tuple(row for row in result.over if row.rule not in changed)
    baseline = replace(result.baseline, meanings=meanings).with_budgets(budgets, after.unit_rules)
    return replace(result, baseline=baseline, over=over)
