"""Old and new files of two trees → which new file goes on with which old one."""

from __future__ import annotations

from collections.abc import Iterable

from ratchet.judge.heirs import Lines, heirs, lines_of
from ratchet.model.snapshot import Snapshot, Unreadable

__all__ = ["heirs_between"]


def heirs_between(base: Snapshot, olds: Iterable[str], head: Snapshot, news: Iterable[str]) -> dict[str, set[str]]:
    """Old path → the new files that go on with it; nothing is read of a file whose very content is in a new one.

    Of an old file that is still there only the lines count that it has lost. What cannot be read has no heirs.
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
    return {**heirs({path: lines for path, lines in lost.items() if lines}, new, gone), **found}


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
