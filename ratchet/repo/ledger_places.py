"""Where the files of a baseline lie, and whether a snapshot has something else there."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable

from ratchet.model.errors import RatchetError
from ratchet.model.snapshot import Snapshot

__all__ = ["foreign", "inside"]


def inside(directory: str, name: str) -> str:
    """The path of a file in the directory of the baselines, relative to the top."""
    clean = posixpath.normpath(directory)
    if clean.startswith(("/", "../")) or clean == "..":
        raise RatchetError(f"`{directory}` is outside the repository", hint="set `baselines` in ratchet.toml")
    return posixpath.normpath(f"{clean}/{name}")


def foreign(snapshot: Snapshot, paths: Iterable[str]) -> tuple[str, str] | None:
    """The first path that is, or is behind, what the snapshot does not follow, and what it says of that."""
    for path in paths:
        parts = path.split("/")
        names = ["/".join(parts[: end + 1]) for end in range(len(parts))]
        for notice in snapshot.notices:
            if any(notice.startswith(f"{name}: ") for name in names):
                return path, notice
    return None
