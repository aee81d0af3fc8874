"""Counting without config or baseline, on any directory."""

from __future__ import annotations

from collections.abc import Callable

from ratchet.acts.bench import Bench
from ratchet.acts.buffering import Buffer, placed
from ratchet.acts.measuring import measure
from ratchet.acts.policies import Library, read_rules, read_settings
from ratchet.judge.orphaned import orphans_in
from ratchet.judge.problems import failures
from ratchet.kinds.counted import CountSpec
from ratchet.model.config import Config
from ratchet.model.errors import RatchetError
from ratchet.model.inspection import Inspection
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.reports import CountReport
from ratchet.model.rule import Rule, Rulebook
from ratchet.model.scope import Scope
from ratchet.model.shape import nearest
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import replace
from ratchet.repo.overlay import overlaid
from ratchet.repo.places import find_root, root_snapshot

__all__ = ["count", "only_rules"]


def count(
    start: str,
    paths: tuple[str, ...],
    rules: tuple[str, ...],
    everything: bool,
    bench: Bench,
    buffer: Buffer | None = None,
) -> CountReport:
    """Count in the repository or directory around `paths`, and show what lies at or below them.

    A `buffer` stands for the file of its path, and only that is shown.
    """
    library = Library()
    with bench.stage("git"):
        snapshot, inside = _tree(start, paths, bench, library, buffer)
    with bench.stage("rules and baselines"):
        policy = read_rules(snapshot, library)
    policy = replace(policy, rulebook=only_rules(policy.rulebook, rules) if rules else _counting(policy.rulebook))
    whole = measure(snapshot, policy, bench, lambda _: True)
    measured = _below(whole, inside)
    found = (finding for finding in (*measured.findings, *measured.outside) if finding.weight)
    every = tuple(sorted(found, key=lambda finding: finding.order))
    shown = every if everything else tuple(finding for finding in every if finding.scope is Scope.PRODUCTION)
    spoken = _spoken(policy, measured)
    return CountReport(
        measured.inspection,
        shown,
        every,
        spoken,
        (*failures(measured), *measured.problems),
        orphans_in(measured, policy.config, whole.paths),
        tuple(sorted({rule.spec.language for rule in spoken if isinstance(rule.spec, CountSpec)})),
    )


def _spoken(policy: Policy, measured: Measured) -> tuple[Rule, ...]:
    """The rules whose language has files here, or all where none has."""
    languages = policy.languages.values()
    there = {each.name for each in languages if any(path.endswith(each.suffixes) for path in measured.paths)}
    rules = tuple(policy.rulebook.rules.values())
    spoken = (rule for rule in rules if isinstance(rule.spec, CountSpec) and rule.spec.language in there)
    return tuple(spoken) or rules


def _counting(rulebook: Rulebook) -> Rulebook:
    """The rules that count sites; others are looked at where they are named."""
    return Rulebook({name: rule for name, rule in rulebook.rules.items() if isinstance(rule.spec, CountSpec)})


def _tree(
    start: str, paths: tuple[str, ...], bench: Bench, library: Library, buffer: Buffer | None
) -> tuple[Snapshot, tuple[str, ...]]:
    root = find_root(start, paths)
    bench.remember_in(root.git)
    library.store = bench.store
    limit = Config().max_file_bytes
    snapshot, inside = root_snapshot(root, limit)
    wanted = read_settings(snapshot, library).max_file_bytes
    if wanted != limit:
        snapshot, inside = root_snapshot(root, wanted)
    buffers = placed(buffer, start, root.directory)
    return overlaid(snapshot, buffers, wanted), tuple(buffers) or inside


def only_rules(rulebook: Rulebook, wanted: tuple[str, ...]) -> Rulebook:
    """The named rules, or all when none is named."""
    for name in wanted:
        if name not in rulebook.rules:
            known = ", ".join(rulebook.rules)
            hint = nearest(name, rulebook.rules) or f"the rules in force are: {known}"
            raise RatchetError(f"there is no rule `{name}`", hint=hint)
    return Rulebook({name: rule for name, rule in rulebook.rules.items() if name in wanted}) if wanted else rulebook


def _below(measured: Measured, inside: tuple[str, ...]) -> Measured:
    """What was measured at or below some paths."""
    if not inside:
        return measured

    def wanted(path: str) -> bool:
        return any(path == above or path.startswith(above + "/") for above in inside)

    return replace(
        measured,
        paths=frozenset(path for path in measured.paths if wanted(path)),
        findings=tuple(finding for finding in measured.findings if wanted(finding.path)),
        outside=tuple(finding for finding in measured.outside if wanted(finding.path)),
        allowed=tuple(finding for finding in measured.allowed if wanted(finding.path)),
        inspection=_narrowed(measured, wanted),
    )


def _narrowed(measured: Measured, wanted: Callable[[str], bool]) -> Inspection:
    whole = measured.inspection
    files = sum(1 for path in measured.paths if wanted(path))
    degraded = tuple(path for path in whole.degraded if wanted(path))
    excluded = tuple(path for path in whole.excluded if wanted(path))
    failed = tuple(failure for failure in whole.failed if wanted(failure.path))
    analysed = files - len(degraded) - len(excluded) - len(failed)
    orphans = tuple(path for path in whole.orphans if wanted(path))
    size = sum(size for path, size in measured.sizes.items() if wanted(path))
    return Inspection(files, analysed, degraded, excluded, failed, orphans, whole.notices, size)
