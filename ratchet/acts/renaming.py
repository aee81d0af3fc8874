"""Files that have another name in the head, looked for only where sites came and went with whole files."""

from __future__ import annotations

from collections.abc import Iterable

from ratchet.judge.moves import NO_RENAMES, Renames, match
from ratchet.judge.renames import Lines, lines_of, renamed_nodes, renames, successors
from ratchet.model.finding import Finding
from ratchet.model.measured import Measured
from ratchet.model.snapshot import Snapshot, Unreadable

__all__ = ["renames_between", "successors_between"]

# Every old file is compared with every new one; beyond this a change is no rename but another tree.
_MOST = 300


def renames_between(base: Snapshot, before: Measured, head: Snapshot, after: Measured) -> Renames:
    """What has another name, of that in which sites cannot be paired otherwise."""
    left = match(before.findings, after.findings)
    if not left.removed or not left.added:
        return NO_RENAMES
    gone = _paths(left.removed) - after.paths - after.names.keys()
    came = _paths(left.added) - before.paths - before.names.keys()
    if any(finding.parts for finding in left.added):
        gone |= before.names.keys() - after.names.keys()
        came |= after.names.keys() - before.names.keys()
    few = len(gone) <= _MOST and len(came) <= _MOST
    files = renames(_contents(base, gone), _contents(head, came)) if gone and came and few else {}
    return Renames(files, renamed_nodes(before.names, after.names, files))


def _paths(findings: Iterable[Finding]) -> set[str]:
    return {finding.path for finding in findings}


def _contents(snapshot: Snapshot, paths: Iterable[str]) -> dict[str, bytes]:
    found = {}
    for path in sorted(paths):
        try:
            found[path] = snapshot.read(path)
        except Unreadable:
            continue
    return found


def successors_between(base: Snapshot, olds: Iterable[str], head: Snapshot, news: Iterable[str]) -> dict[str, set[str]]:
    """Old path → the new files that go on with it; nothing is read of a file whose very content is in a new one.

    Of an old file that is still there only the lines count that it has lost. What cannot be read has no successor.
    """
    there, came = set(head.paths()), sorted(set(news))
    changed = sorted(path for path in set(olds) if path not in there or _blob(base, path) != _blob(head, path))
    if not came or not changed:
        return {}
    found = _same(base, changed, head, came)
    left = {path: lines for path in changed if path not in found and (lines := _lines(base, path))}
    gone = left.keys() - there
    lost = {path: lines if path in gone else lines - _lines(head, path) for path, lines in left.items()}
    taken = set[str]().union(*found.values())
    new = {path: lines for path in came if path not in taken and (lines := _lines(head, path))} if left else {}
    return {**successors({path: lines for path, lines in lost.items() if lines}, new, gone), **found}


def _same(base: Snapshot, olds: Iterable[str], head: Snapshot, news: Iterable[str]) -> dict[str, set[str]]:
    """The new files with the very content of old ones; an empty file is nothing to go on with."""
    by_blob: dict[str, set[str]] = {}
    for path in news:
        by_blob.setdefault(_blob(head, path), set()).add(path)
    return {path: same for path in olds if (same := by_blob.get(_blob(base, path))) and _lines(base, path)}


def _blob(snapshot: Snapshot, path: str) -> str:
    """The content by name; what cannot be read is like no other."""
    try:
        return snapshot.blob(path)
    except Unreadable:
        return f"{snapshot.ref}:{path}"


def _lines(snapshot: Snapshot, path: str) -> Lines:
    try:
        return lines_of(snapshot.read(path))
    except Unreadable:
        return Lines()
