"""Files that have another name in the head, looked for only where sites came and went with whole files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ratchet.judge.moves import match
from ratchet.judge.renames import renames
from ratchet.model.finding import Finding
from ratchet.model.measured import Measured
from ratchet.model.snapshot import Snapshot, Unreadable

__all__ = ["renames_between"]

# Every old file is compared with every new one; beyond this a change is no rename but another tree.
_MOST = 300


def renames_between(base: Snapshot, before: Measured, head: Snapshot, after: Measured) -> Mapping[str, str]:
    """New path → old path, of the files in which sites cannot be paired otherwise."""
    left = match(before.findings, after.findings)
    gone = _paths(left.removed) - after.paths
    came = _paths(left.added) - before.paths
    if not gone or not came or len(gone) > _MOST or len(came) > _MOST:
        return {}
    return renames(_contents(base, gone), _contents(head, came))


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
