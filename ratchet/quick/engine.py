"""A name for the program that answers: other code or other packages, other answers."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Stamp"]

_HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Stamp:
    """The interpreter, every file of ours by size and time, and the directories that packages are installed into.

    It is made piece by piece, so that something more urgent can come in between.
    """

    __slots__ = ("_lines", "_pieces")

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._pieces = _pieces()

    def go_on_while(self, is_time: Callable[[], bool]) -> None:
        """Make some of it."""
        while is_time():
            piece = next(self._pieces, None)
            if piece is None:
                return
            self._lines += piece

    def words(self) -> str:
        """All of it."""
        for piece in self._pieces:
            self._lines += piece
        return "\n".join(self._lines)


def _pieces() -> Iterator[list[str]]:
    yield [sys.version, sys.prefix]
    directories = [_HOME]
    for directory in directories:
        with os.scandir(directory) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
        directories += [entry.path for entry in found if entry.name != "__pycache__" and entry.is_dir()]
        yield [f"{entry.path} {_status(entry.stat())}" for entry in found if not entry.is_dir()]
    for place in sys.path:
        try:
            yield [f"{place} {_status(os.stat(place))}"]
        except OSError:
            yield [place]


def _status(status: os.stat_result) -> str:
    return f"{status.st_size} {status.st_mtime_ns}"
