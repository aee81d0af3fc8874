"""A name for the code that takes facts from files: other code, other facts."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache

from ratchet.model.version import __version__

__all__ = ["engine"]

_PARTS = ("graphs", "model", "syntax")


@cache
def engine() -> str:
    """The release, the interpreter, and the sources as they are on disk: size and time of each tell edits apart."""
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    lines = [__version__, sys.version, *(line for part in _PARTS for line in _files(os.path.join(home, part)))]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _files(directory: str) -> Iterator[str]:
    with os.scandir(directory) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir() and entry.name != "__pycache__":
                yield from _files(entry.path)
            elif entry.name.endswith(".py"):
                status = entry.stat()
                yield f"{entry.name} {status.st_size} {status.st_mtime_ns}"
