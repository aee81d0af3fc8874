"""Files that have another name in the head, looked for only where sites came and went with whole files."""

from __future__ import annotations

from collections.abc import Iterable

from ratchet.judge.moves import NO_RENAMES, Renames, match
from ratchet.judge.renames import renamed_nodes, renames
from ratchet.model.finding import Finding
from ratchet.model.measured import Measured
from ratchet.model.snapshot import Snapshot, Unreadable

__all__ = ["renames_between"]

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
