"""Where the facts of a repository are kept."""

from __future__ import annotations

import os

from ratchet.repo.git import Git
from ratchet.repo.store import Store

__all__ = ["is_switched_off", "store_at", "store_of"]

_OFF = frozenset({"0", "false", "no", "off"})


def store_of(git: Git) -> Store | None:
    """The store of a repository; none where its directory is unknown, or where RATCHET_CACHE says `off`."""
    return None if is_switched_off(git) else store_at(git)


def store_at(git: Git) -> Store | None:
    """The store of a repository, used or not; none where git's directory is unknown."""
    return Store(os.path.join(git.common, "ratchet", "facts.sqlite")) if git.common else None


def is_switched_off(git: Git) -> bool:
    """Whether RATCHET_CACHE says that nothing shall be kept."""
    return git.environment.get("RATCHET_CACHE", "").lower() in _OFF
