"""Names for the code that takes facts from files and for that which reads policies: other code, other facts."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec

from ratchet.model.digests import sha256
from ratchet.model.version import __version__
from ratchet.repo.packs import shipped_root

__all__ = ["engine", "reader"]

_HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_PARTS = ("graphs", "model", "syntax")
_KEEPING = os.path.join(_HOME, "acts", "keeping.py")
_READING = ("acts", "kinds", "model", "repo", "rulebook", "syntax")


@cache
def engine(*packages: str) -> str:
    """The release, the interpreter, our sources and the binaries of packages, as they are on disk.

    Size and time of each file tell edits and upgrades apart; nothing is read or imported, for every run does it.
    """
    lines = [__version__, sys.version, *_sources(), *(line for each in packages for line in _binaries(each))]
    return sha256("\n".join(lines).encode()).hexdigest()


@cache
def reader() -> str:
    """The release, the interpreter, the sources that make a policy of files, and the shipped packs."""
    lines = [__version__, sys.version, *_below(shipped_root(), (".yaml",))]
    lines += (line for part in _READING for line in _below(os.path.join(_HOME, part), (".py",)))
    return sha256("\n".join(lines).encode()).hexdigest()


@cache
def _sources() -> tuple[str, ...]:
    return (_line(_KEEPING), *(line for part in _PARTS for line in _below(os.path.join(_HOME, part), (".py",))))


def _binaries(package: str) -> Iterator[str]:
    """The compiled files of a package; no line where it is not installed."""
    found = find_spec(package)
    for directory in (found and found.submodule_search_locations) or ():
        yield from _below(directory, (".so", ".pyd"))


def _below(directory: str, endings: tuple[str, ...]) -> Iterator[str]:
    with os.scandir(directory) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.name.endswith(endings):
                yield _line(entry)
            elif entry.is_dir() and entry.name != "__pycache__":
                yield from _below(entry.path, endings)


def _line(file: str | os.DirEntry[str]) -> str:
    status = os.stat(file)
    return f"{os.fspath(file)} {status.st_size} {status.st_mtime_ns}"
