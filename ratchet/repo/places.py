"""Which tree a set of paths on the command line means."""

from __future__ import annotations

import os

from ratchet.model.errors import RatchetError
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import frozen
from ratchet.repo.git import Git, find_git
from ratchet.repo.worktree import directory_snapshot, worktree_snapshot

__all__ = ["Root", "absolute", "as_given", "find_root", "relative_to", "root_snapshot"]


@frozen
class Root:
    """A directory to analyse, in git or not, and the paths in it to show; none means all of it."""

    directory: str
    git: Git | None
    inside: tuple[str, ...]


def find_root(start: str, paths: tuple[str, ...]) -> Root:
    """The one repository, or the one directory, that all paths lie in."""
    named = tuple(absolute(start, path) for path in paths or (".",))
    for given, path in zip(paths or (".",), named, strict=True):
        if not os.path.exists(path):
            raise RatchetError(f"there is no file or directory `{given}`", hint="name one that exists")
    roots = {_directory(path): find_git(_directory(path)) for path in named}
    tops = {git.top if git else "" for git in roots.values()}
    if len(tops) > 1:
        raise RatchetError("the paths lie in different repositories", hint="run ratchet once for each of them")
    git = next(iter(roots.values()))
    directory = os.path.realpath(git.top) if git else os.path.commonpath([_directory(path) for path in named])
    inside = tuple(sorted({relative_to(directory, path) for path in named}))
    return Root(directory, git, () if "" in inside else inside)


def absolute(start: str, path: str) -> str:
    """A path as given on the command line, from the directory it was given in."""
    return os.path.realpath(os.path.join(start, path))


def as_given(path: str) -> str:
    """A path from the current directory, with its symlinks as they are: what is written must not go through one."""
    return os.path.abspath(path)


def relative_to(directory: str, path: str) -> str:
    """A path below a directory, with `/` between the parts; empty for the directory itself."""
    relative = os.path.relpath(path, directory).replace(os.sep, "/")
    return "" if relative == "." else relative


def root_snapshot(root: Root, max_file_bytes: int) -> tuple[Snapshot, tuple[str, ...]]:
    """The files of a root, and the paths to show; a directory that git ignores, when named, is read without git."""
    if root.git is None:
        return directory_snapshot(root.directory, max_file_bytes), root.inside
    snapshot = worktree_snapshot(root.git, max_file_bytes)
    if len(root.inside) == 1 and not any(_is_at(path, root.inside[0]) for path in snapshot.paths()):
        ignored = os.path.join(root.directory, root.inside[0])
        if os.path.isdir(ignored):
            return directory_snapshot(ignored, max_file_bytes), ()
    return snapshot, root.inside


def _directory(path: str) -> str:
    return path if os.path.isdir(path) else os.path.dirname(path)


def _is_at(path: str, above: str) -> bool:
    return path == above or path.startswith(above + "/")
