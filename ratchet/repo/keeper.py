"""Where the facts of a repository are kept."""

from __future__ import annotations

import os

from ratchet.model.errors import RatchetError
from ratchet.repo.git import Git
from ratchet.repo.store import Store

__all__ = ["is_switched_off", "store_at", "store_of"]

_OFF = frozenset({"0", "false", "no", "off"})
_ON = frozenset({"", "1", "true", "yes", "on"})


def store_of(git: Git) -> Store | None:
    """The store of a repository; none where its directory is unknown, or where RATCHET_CACHE says `off`."""
    return None if is_switched_off(git) else store_at(git)


def store_at(git: Git) -> Store | None:
    """The store of a repository, used or not; none where git's directory is unknown."""
    return Store(os.path.join(git.common, "ratchet", "facts.sqlite")) if git.common else None


def is_switched_off(git: Git) -> bool:
    """Whether RATCHET_CACHE says that nothing shall be kept."""
    said = git.environment.get("RATCHET_CACHE", "")
    if said.lower() not in _ON | _OFF:
        raise RatchetError(
            f"RATCHET_CACHE={said} says neither on nor off",
            hint="set it to `off`, or to `on`, which is as good as nothing",
        )
    return said.lower() in _OFF
