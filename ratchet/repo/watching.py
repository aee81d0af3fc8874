"""When files of a repository change."""

from __future__ import annotations

import os
from collections.abc import Iterator

from ratchet.repo.git import Git

__all__ = ["changes"]

_BUILT = ("target", "dist", "build", ".ruff_cache")
_MOVED = ("HEAD", "ORIG_HEAD", "MERGE_HEAD")
_GIT = f"{os.sep}.git{os.sep}"


def changes(git: Git, patience_ms: int = 300) -> Iterator[frozenset[str]]:
    """The paths that changed, from the top, each time that something did and then was quiet for a while.

    What builds and editors write on the side is left out, and so is what git does inside, but for a commit or another
    branch: ratchet keeps its own facts there.
    """
    from watchfiles import DefaultFilter, watch

    built = DefaultFilter(ignore_dirs=(*(name for name in DefaultFilter.ignore_dirs if name != ".git"), *_BUILT))
    places = [git.top] + ([git.common] if git.common and not git.common.startswith(git.top + os.sep) else [])
    found = watch(
        *places,
        watch_filter=lambda change, path: built(change, path) and _matters(path, git),
        debounce=patience_ms * 4,
        step=patience_ms,
        raise_interrupt=True,
        ignore_permission_denied=True,
    )
    for each in found:
        yield frozenset(os.path.relpath(path, git.top) for _, path in each)


def _matters(path: str, git: Git) -> bool:
    inside = path.startswith(git.common + os.sep) if git.common else _GIT in path
    return not inside or os.path.basename(path) in _MOVED or f"{os.sep}refs{os.sep}heads{os.sep}" in path
