"""The file-by-file ratchet diff between a commit and the working tree."""

from __future__ import annotations

from collections import defaultdict

from ratchet.acts.measuring import measure
from ratchet.acts.renaming import renames_between
from ratchet.acts.world import World, commit_of, worktree_of
from ratchet.judge.moves import Matching, match
from ratchet.judge.problems import failures
from ratchet.model.errors import RatchetError
from ratchet.model.finding import Finding
from ratchet.model.measured import Measured
from ratchet.model.reports import DiffReport, DiffRow
from ratchet.model.verdict import Side
from ratchet.repo.git import head_commit, resolve_commit
from ratchet.repo.merge_bases import merge_base

__all__ = ["diff"]

_Key = tuple[str, str]


def diff(world: World, ref: str) -> DiffReport:
    """What changed since the merge base with `ref` (HEAD: since the last commit), whatever the budgets say."""
    head_policy_tree = worktree_of(world)
    policy = world.policy(head_policy_tree)
    if head_commit(world.git) is None:
        raise RatchetError("there is no commit yet, so there is nothing to compare with", hint="commit first")
    resolve_commit(world.git, ref)
    commit = merge_base(world.git, ref, "HEAD")
    base = commit_of(world, commit, ref, policy.config.max_file_bytes)
    before, after = measure(base, policy, world.bench), measure(head_policy_tree, policy, world.bench)
    renames = renames_between(base, before, head_policy_tree, after)
    rows = _rows(match(before.findings, after.findings, renames), before, after)
    problems = (*failures(after), *after.problems)
    sides = Side(ref, commit), Side("worktree")
    return DiffReport(*sides, after.inspection, rows, _totals(before, after), problems)


def _rows(matching: Matching, before: Measured, after: Measured) -> tuple[DiffRow, ...]:
    added: defaultdict[_Key, list[Finding]] = defaultdict(list)
    removed: defaultdict[_Key, list[Finding]] = defaultdict(list)
    came: defaultdict[_Key, list[tuple[Finding, Finding]]] = defaultdict(list)
    left: defaultdict[_Key, list[tuple[Finding, Finding]]] = defaultdict(list)
    for finding in matching.added:
        added[finding.unit, finding.rule].append(finding)
    for finding in matching.removed:
        removed[finding.unit, finding.rule].append(finding)
    for old, new in matching.moved:
        left[old.unit, old.rule].append((old, new))
        came[new.unit, new.rule].append((old, new))
    was, now = before.tally, after.tally
    rows = []
    for path, rule in sorted(added.keys() | removed.keys() | came.keys() | left.keys()):
        key = (path, rule)
        numbers = was.get(path, {}).get(rule, 0), now.get(path, {}).get(rule, 0)
        sites = tuple(added[key]), tuple(removed[key])
        rows.append(DiffRow(rule, path, *numbers, *sites, tuple(came[key]), tuple(left[key])))
    return tuple(rows)


def _totals(before: Measured, after: Measured) -> dict[str, tuple[int, int]]:
    was, now = before.totals, after.totals
    return {rule: (was[rule], now[rule]) for rule in sorted(was.keys() | now.keys())}
