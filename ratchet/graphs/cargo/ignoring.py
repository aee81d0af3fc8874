"""Lockfiles that a `.gitignore` of the tree keeps out of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ratchet.graphs.cargo.members import fits
from ratchet.graphs.cargo.paths import above
from ratchet.graphs.reader import Sources
from ratchet.model.errors import Mistake, Place
from ratchet.model.snapshot import Unreadable

__all__ = ["ignored_locks"]


def ignored_locks(roots: Iterable[str], sources: Sources) -> Iterator[Mistake]:
    """For each of these directories whose Cargo.lock git ignores: the line that says so, and what to do."""
    known: dict[str, Sequence[str]] = {}
    paths = frozenset(path for path in sources.paths if path.endswith(".gitignore"))
    for root in roots:
        lock = f"{root}/Cargo.lock".lstrip("/")
        found = None
        for directory in reversed(above(lock)):
            path = f"{directory}/.gitignore".lstrip("/")
            if path in paths and path not in known:
                known[path] = _lines(path, sources)
            for number, line in enumerate(known.get(path, ()), 1):
                if _matches(line.removeprefix("!"), lock.removeprefix(directory).lstrip("/")):
                    found = None if line.startswith("!") else Place(path, number)
        if found is not None:
            message = f"git ignores {lock}, so what dependencies depend on is unknown"
            yield Mistake(message, found, f"take line {found.line} of {found.path} away, then run: git add {lock}")


def _lines(path: str, sources: Sources) -> Sequence[str]:
    try:
        return sources.read(path).decode("utf-8", "replace").splitlines()
    except Unreadable:
        return ()


def _matches(pattern: str, path: str) -> bool:
    """Whether a line means this file; one with a slash is anchored, one with a slash at its end means directories."""
    pattern = pattern.rstrip()
    if not pattern or pattern.startswith("#") or pattern.endswith("/"):
        return False
    wanted = pattern.lstrip("/").split("/") if "/" in pattern else ["**", pattern]
    return fits(wanted, path.split("/"))
