"""Where the facts of a repository are kept."""

from __future__ import annotations

import os

from ratchet.repo.git import Git
from ratchet.repo.store import Store

__all__ = ["store_of"]


def store_of(git: Git) -> Store | None:
    """The store of a repository; none where its directory is unknown, or where RATCHET_CACHE says `off`."""
    if not git.common or git.environment.get("RATCHET_CACHE") == "off":
        return None
    return Store(os.path.join(git.common, "ratchet", "facts.sqlite"))
