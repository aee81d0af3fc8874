"""What is still in the tree and no longer in the graph."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.model.measured import Measured
from ratchet.model.snapshot import Snapshot
from ratchet.model.verdict import Loosening

__all__ = ["narrowed"]

_LOCKS = {"Cargo.lock": "Cargo.toml"}
"""Files without which a graph ends early, each with the one that it belongs to."""


def narrowed(base: Measured, head: Measured, tree: Snapshot) -> Iterator[Loosening]:
    """What the base's graph had and the head's has not, while the file is there, perhaps behind a link."""
    linked = {notice.partition(": ")[0] for notice in tree.notices}
    there = linked.union(tree.paths())
    for path, name in sorted(base.names.items()):
        if path not in head.names and path in there:
            detail = f"{name} is still there, and no longer part of what is built"
            yield Loosening("graph-narrowed", "", path, "", "", path, detail=detail)
    for path in sorted(base.sources - head.sources):
        directory, _, file = path.rpartition("/")
        beside = f"{directory}/{_LOCKS.get(file, '')}".lstrip("/")
        if file in _LOCKS and beside in head.sources:
            detail = "without it, what dependencies depend on is not known"
            yield Loosening("graph-narrowed", "", path, "", "", path, detail=detail)
