"""A verdict that was written to a file."""

from __future__ import annotations

import os

from ratchet.model.errors import Place, RatchetError
from ratchet.model.snapshot import Unreadable
from ratchet.repo.regular import read_regular

__all__ = ["read_verdict"]

_MOST = 256_000_000


def read_verdict(path: str) -> bytes:
    """The bytes of the file."""
    try:
        return read_regular(os.fsencode(path), _MOST)
    except Unreadable as problem:
        hint = "give a file that `ratchet check --output json=FILE` wrote"
        raise RatchetError(f"the verdict cannot be read: {problem.reason}", Place(path), hint) from problem
