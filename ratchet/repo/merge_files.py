"""The files of a merge on disk: read whole, replaced in one step, or left with git's own conflict markers."""

from __future__ import annotations

import os
import posixpath
import re

from ratchet.model.errors import Place, RatchetError
from ratchet.model.snapshot import Unreadable
from ratchet.model.value import frozen
from ratchet.repo.atomic import replace_file
from ratchet.repo.canonical import is_canonical_path
from ratchet.repo.git import Git, find_git, refusal
from ratchet.repo.lock import only_writer
from ratchet.repo.places import relative_to
from ratchet.repo.regular import read_regular

__all__ = [
    "LEDGER",
    "Conflicted",
    "find_conflicted",
    "named_in",
    "put",
    "read_side",
    "replace_conflicted",
    "text_merge",
]

LEDGER = ("files.toml", "rules.toml", "units.toml", "waivers.toml")
_MOST_BYTES = 20_000_000
_HEADER = re.compile(rb"# ([^\n]*) \xe2\x80\x94 ratchet: ")


@frozen
class Conflicted:
    """A file of the work tree: where it is, its path from the top, its bytes, and what the index knows of its sides."""

    target: str
    path: str
    text: bytes
    ancestor: bytes | None = None
    ours: bytes | None = None
    theirs: bytes | None = None


def read_side(directory: str, path: str) -> bytes:
    """The bytes of one side. Raises RatchetError."""
    try:
        return read_regular(os.fsencode(os.path.join(directory, path)), _MOST_BYTES)
    except Unreadable as error:
        raise RatchetError(f"cannot read `{path}`: {error.reason}", Place(path), error.hint) from error


def put(directory: str, path: str, content: bytes) -> bool:
    """Make this the result of a merge; False where it already was."""
    return replace_file(os.path.join(directory, path), content)


def named_in(*texts: bytes) -> str:
    """The path that the first line of a baseline names: git tells a driver nothing but the names of copies."""
    for text in texts:
        found = _HEADER.match(text)
        path = found[1].decode("utf-8", "replace") if found else ""
        if posixpath.basename(path) in LEDGER and is_canonical_path(path.removeprefix("./")):
            return path
    return ""


def find_conflicted(directory: str, given: str) -> Conflicted:
    """A file of the ledger that is to be resolved in its place. Raises RatchetError."""
    target = os.path.abspath(os.path.join(directory, given))
    text = read_side("", target)
    if os.path.basename(target) not in LEDGER:
        raise RatchetError(
            f"`{given}` is not a baseline: ratchet resolves {', '.join(LEDGER[:-1])} and {LEDGER[-1]}", Place(given)
        )
    home = os.path.dirname(target)
    git = find_git(home)
    if git is None:
        return Conflicted(target, posixpath.normpath(given), text)
    path = relative_to(os.path.realpath(git.top), os.path.join(os.path.realpath(home), os.path.basename(target)))
    return Conflicted(target, path, text, *(_stage(git, number, path) for number in (1, 2, 3)))


def _stage(git: Git, number: int, path: str) -> bytes | None:
    """The ancestor, our side or their side of a file that is unmerged in the index."""
    done = git.attempt("cat-file", "blob", f":{number}:{path}")
    return done.stdout if done.returncode == 0 else None


def replace_conflicted(file: Conflicted, content: bytes) -> None:
    """Put the resolved text in its place, one writer at a time."""
    with only_writer(os.path.dirname(file.target)):
        replace_file(file.target, content)


def text_merge(directory: str, ancestor: str, ours: str, theirs: str) -> tuple[bytes, bool]:
    """What git makes of three texts, with its markers where lines conflict, and whether some do."""
    names = ("-L", "ours", "-L", "ancestor", "-L", "theirs")
    paths = [os.path.abspath(os.path.join(directory, path)) for path in (ours, ancestor, theirs)]
    done = Git(directory).attempt("merge-file", "-p", *names, *paths)
    if not 0 <= done.returncode < 128:
        raise refusal("merge-file", done)
    return done.stdout, done.returncode > 0
