"""Adopting ratchet, or one more rule: today's numbers become the budgets."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.acts.count import only_rules
from ratchet.acts.examples import refuse_failing
from ratchet.acts.measuring import measure
from ratchet.acts.policies import known_packs, rule_files
from ratchet.acts.world import World, commit_of, worktree_of
from ratchet.judge.orphaned import orphans_in
from ratchet.judge.problems import failures, problems
from ratchet.model.baseline import Baseline
from ratchet.model.config import Config
from ratchet.model.errors import Mistake, RatchetError
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.reports import Adoption
from ratchet.model.rule import Rulebook
from ratchet.model.snapshot import DictSnapshot, Snapshot
from ratchet.model.value import replace
from ratchet.repo.git import head_commit
from ratchet.repo.history import main_branch
from ratchet.repo.ledger import write_baseline
from ratchet.repo.overlay import overlaid
from ratchet.repo.settings import config_text, rules_directory, write_config

__all__ = ["adopt", "adopt_rules"]


def adopt(world: World, rules: str = "") -> Adoption:
    """Write the config, where there is none, and the baselines of today's counts.

    `rules` is the directory of rules that were written for a config to come.
    """
    head = worktree_of(world)
    policy = world.policy(head)
    directory = policy.config.baselines
    if policy.baseline is not None:
        raise RatchetError(
            f"{directory}/ already holds baselines; nothing was overwritten",
            hint="to lower them run: ratchet tighten   to adopt one more rule run: ratchet init --rule RULE",
        )
    measured = measure(head, policy, world.bench)
    written: tuple[str, ...] = ()
    unreadable: tuple[Mistake, ...] = ()
    first: Config | None = None
    if not policy.config.path:
        unreadable = failures(measured)
        policy, measured = _narrowed(policy, measured)
        rules = rules or (policy.config.rules if rule_files(head, policy.config) else "")
        first = replace(policy.config, rules=rules or rules_directory(world.git.top, policy.config))
    if first and rules:
        head = overlaid(head, {first.path: config_text(first, unreadable)}, first.max_file_bytes)
        policy = world.policy(head)
        measured = measure(head, policy, world.bench)
    refuse_failing(world, policy)
    _refuse(problems(Measured(broken=measured.broken), measured))  # before anything is written
    if first:
        written = (write_config(world.git.top, first, unreadable),)
    meanings = {name: rule.spec.meaning for name, rule in policy.rulebook.rules.items()}
    baseline = Baseline(meanings=meanings).with_budgets(measured.tally, measured.unit_rules)
    written += write_baseline(world.git.top, directory, baseline)
    return Adoption(
        written,
        baseline,
        measured.inspection,
        _totals(policy.rulebook, measured),
        True,
        unreadable,
        main_branch(world.git),
        (*written, *_uncommitted(world, head, policy)),
        warnings=measured.warnings,
        orphans=orphans_in(measured, policy.config, measured.paths),
        packages=measured.packages,
    )


def _uncommitted(world: World, head: Snapshot, policy: Policy) -> tuple[str, ...]:
    """The files of the policy that no commit has as they are: baselines alone would be baselines of nothing."""
    commit = head_commit(world.git)
    known = commit_of(world, commit, commit, policy.config.max_file_bytes) if commit else DictSnapshot({})
    there = set(known.paths())
    files = [policy.config.path, *rule_files(head, policy.config)]
    return tuple(
        path for path in files if path in head.paths() and (path not in there or known.blob(path) != head.blob(path))
    )


def _refuse(mistakes: tuple[Mistake, ...]) -> None:
    if mistakes:
        raise RatchetError.of(mistakes)


def _narrowed(policy: Policy, measured: Measured) -> tuple[Policy, Measured]:
    """A first config: the packs of the languages that are there, without the files that cannot be analysed."""
    inspection = measured.inspection
    failed = tuple(failure.path for failure in inspection.failed)
    languages = {
        name
        for name, language in policy.languages.items()
        if any(path.endswith(language.suffixes) and path not in failed for path in measured.paths)
    }
    packs = tuple(pack for pack in known_packs() if pack in languages)
    rules = {name: rule for name, rule in policy.rulebook.rules.items() if name.partition("/")[0] in packs}
    config = replace(policy.config, path="ratchet.toml", packs=packs, exclude=failed)
    seen = replace(inspection, failed=(), excluded=(*inspection.excluded, *failed))
    return replace(policy, config=config, rulebook=Rulebook(rules)), replace(measured, inspection=seen)


def _totals(rulebook: Rulebook, measured: Measured) -> Mapping[str, int]:
    return {name: measured.totals[name] for name in rulebook.rules}


def adopt_rules(world: World, names: tuple[str, ...]) -> Adoption:
    """Put more rules under the ratchet; the budgets of the others stay as they are."""
    head = worktree_of(world)
    policy = world.policy(head)
    if policy.baseline is None:
        raise RatchetError(f"no baseline in {policy.config.baselines}/ to add a rule to", hint="run: ratchet init")
    chosen = only_rules(policy.rulebook, names)
    for name, rule in chosen.rules.items():
        if name in policy.baseline.meanings:
            is_same = policy.baseline.meanings[name] == rule.spec.meaning
            hint = "to lower its budgets run: ratchet tighten"
            hint = hint if is_same else "to take its budgets anew run: ratchet tighten --remeasure"
            raise RatchetError(f"{name} is already under the ratchet; nothing was overwritten", hint=hint)
    alone = replace(policy, rulebook=chosen)
    refuse_failing(world, alone)
    measured = measure(head, alone, world.bench)
    _refuse((*failures(measured), *measured.problems))  # a language without a file yet has no site, and that is known
    baseline = _added(policy.baseline, chosen, measured)
    written = write_baseline(world.git.top, policy.config.baselines, baseline)
    own = tuple(rule.place.path for rule in chosen.rules.values() if rule.place.path in head.paths())
    return Adoption(
        written,
        baseline,
        measured.inspection,
        _totals(chosen, measured),
        False,
        to_commit=(*written, *own),
        warnings=measured.warnings,
    )


def _added(baseline: Baseline, chosen: Rulebook, measured: Measured) -> Baseline:
    budgets = {unit: dict(entry) for unit, entry in baseline.budgets.items()}
    for unit, entry in measured.tally.items():
        budgets.setdefault(unit, {}).update(entry)
    meanings = {**baseline.meanings, **{name: rule.spec.meaning for name, rule in chosen.rules.items()}}
    return replace(baseline, meanings=meanings).with_budgets(budgets, measured.unit_rules)
