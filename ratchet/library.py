"""The library: what the commands answer, as values, from the same acts that the commands call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import PurePath

from ratchet.acts.bench import Bench
from ratchet.acts.check import check as _check
from ratchet.acts.count import count as _count
from ratchet.acts.diff import diff as _diff
from ratchet.acts.explain import explain_place
from ratchet.acts.policies import read_rules, read_settings
from ratchet.acts.requests import CheckRequest
from ratchet.acts.tighten import tighten_baselines
from ratchet.acts.world import open_world, worktree_of
from ratchet.model.errors import Place
from ratchet.model.reports import CountReport, DiffReport, Explanation, Tightening
from ratchet.model.verdict import Verdict
from ratchet.repo import clock
from ratchet.repo.git import find_git
from ratchet.repo.overlay import overlaid

__all__ = ["check", "count", "diff", "explain", "find_top", "tighten"]

Directory = str | PurePath


def check(
    directory: Directory = ".",
    *,
    staged: bool = False,
    base: str = "",
    merged: bool = False,
    signoff: str = "",
    buffers: Mapping[str, bytes] | None = None,
    today: date | None = None,
) -> Verdict:
    """The gate: the working tree, or the index, against HEAD or the merge base with `base`.

    `buffers` are files as an editor has them, by path from the top of the repository; they stand for what is on disk.
    Raises RatchetError where nothing can be judged at all; its mistakes say what to do.
    """
    request = CheckRequest(today or clock.today(), staged, base, signoff, None, merged, dict(buffers or {}))
    return _check(open_world(str(directory)), request)


def count(
    directory: Directory = ".", paths: Sequence[str] = (), *, rules: Sequence[str] = (), every_scope: bool = False
) -> CountReport:
    """Every site of every rule, in git or not, with config or without; outside tests unless `every_scope`."""
    return _count(str(directory), tuple(paths), tuple(rules), every_scope, Bench(today=clock.today()))


def diff(directory: Directory = ".", base: str = "HEAD") -> DiffReport:
    """What changed since the merge base with a revision, file by file, whatever the budgets say."""
    return _diff(open_world(str(directory)), base)


def explain(directory: Directory, path: str, line: int, buffers: Mapping[str, bytes] | None = None) -> Explanation:
    """Why the sites on a line of a file, named from the top of the repository, count or do not."""
    world = open_world(str(directory))
    tree = worktree_of(world)
    limit = read_settings(tree, world.library).max_file_bytes
    tree = overlaid(tree, dict(buffers or {}), limit)
    return explain_place(tree, read_rules(tree, world.library), Place(path, line), world.bench)


def find_top(directory: Directory = ".") -> str:
    """The top of the repository around a directory; empty where there is none."""
    git = find_git(str(directory))
    return git.top if git else ""


def tighten(directory: Directory = ".", *, write: bool = True, remeasure: bool = False) -> Tightening:
    """Lower budgets to what is measured, never raise one; without `write` only tell what would change."""
    return tighten_baselines(open_world(str(directory)), write, remeasure)
