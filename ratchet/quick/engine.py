"""A name for the program that answers: other code or other packages, other answers."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["stamp"]

_HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def stamp() -> str:
    """The interpreter, every file of ours by size and time, and the directories that packages are installed into."""
    lines = [sys.version, sys.prefix, *_below(_HOME)]
    for place in sys.path:
        try:
            lines.append(f"{place} {os.stat(place).st_mtime_ns}")
        except OSError:
            lines.append(place)
    return "\n".join(lines)


def _below(directory: str) -> Iterator[str]:
    with os.scandir(directory) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.name == "__pycache__":
                continue
            if entry.is_dir():
                yield from _below(entry.path)
            else:
                status = entry.stat()
                yield f"{entry.path} {status.st_size} {status.st_mtime_ns}"
