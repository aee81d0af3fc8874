"""The working tree as a snapshot: what git tracks or could track, or every file of a directory without git."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping

from ratchet.model.errors import RatchetError
from ratchet.model.value import field, frozen, mutable
from ratchet.repo.blobs import BlobReader
from ratchet.repo.commits import BlobSnapshot
from ratchet.repo.disk import DiskSnapshot
from ratchet.repo.git import Git, records, refusal
from ratchet.repo.listed import Listed
from ratchet.repo.names import path_bytes, path_text
from ratchet.repo.regular import special

__all__ = ["Unchanged", "directory_snapshot", "worktree_snapshot"]

_LISTING = ("ls-files", "-z", "-s", "-v")
_OTHERS = ("--others", "--exclude-standard")
_REGULAR = "H 100"
"""What the listing says of a regular file that git looks at; the rest of its mode, its name and its stage follow."""
_VCS = frozenset({b".git", b".hg", b".svn", b".jj"})
_NOT_SOURCE = _VCS | {
    b"target", b"node_modules", b".venv", b"venv", b"__pycache__", b".tox", b".nox",
    b".mypy_cache", b".pytest_cache", b".ruff_cache",
}  # fmt: skip


@frozen
class Unchanged:
    """What is `committed`, the name of each content by path, and which tracked files git called `changed` since."""

    committed: Mapping[str, str]
    changed: frozenset[bytes]


_NONE = Unchanged({}, frozenset())


@mutable
class _Sorting:
    """Paths on their way into a snapshot; `unchanged` are those that nobody has to look at, in git's order."""

    unchanged: list[str] = field(default_factory=list)
    kept: dict[bytes, None] = field(default_factory=dict)
    left_out: dict[bytes, str] = field(default_factory=dict)
    sparse: dict[bytes, str] = field(default_factory=dict)
    links: dict[bytes, bool] = field(default_factory=dict)
    behind: dict[bytes, bool] = field(default_factory=dict)
    regular: dict[bytes, frozenset[bytes]] = field(default_factory=dict)

    def snapshot(self, root: str, ref: str, limit: int, sparse: BlobSnapshot | None = None) -> DiskSnapshot:
        paths = tuple(self.unchanged)
        if others := {**self.kept, **self.sparse}:
            paths = tuple(sorted((*paths, *map(path_text, others)), key=path_bytes))
        left_out = {path_text(path): self.left_out[path] for path in sorted(self.left_out)}
        return DiskSnapshot(root, ref, paths, left_out, limit, sparse)


def worktree_snapshot(
    git: Git,
    max_file_bytes: int,
    tracked: Listed | None = None,
    untracked: bytes | None = None,
    unchanged: Unchanged | None = None,
) -> DiskSnapshot:
    """Tracked and untracked files that are not ignored, as they are on disk; git may have listed either before.

    It may also have said which files are `unchanged`: it knows that they are there, and what they are.
    """
    root = os.fsencode(git.top)
    wanted = (*(("--cached",) if tracked is None else ()), *(_OTHERS if untracked is None else ()))
    done = git.attempt(*_LISTING, *wanted) if wanted else None
    if done and done.returncode != 0:
        raise refusal("ls-files", done)
    sorting = _Sorting()
    for path in records(untracked or b""):
        _sort_untracked(sorting, root, path)
    seen = list(_without_unchanged(sorting, tracked.entries if tracked else (), unchanged or _NONE))
    for record in (*seen, *records(done.stdout if done else b"")):
        tag, about = record[:1], record[2:]
        if tag == b"?":
            _sort_untracked(sorting, root, about)
        else:
            # S: sparse, or told to skip it. Small letters: told to assume it unchanged. Git takes both as they are
            # in the index, so that a commit still has them when the disk does not.
            _sort_tracked(sorting, root, about, tag == b"S" or tag.islower())
    for warning in done.stderr.splitlines() if done else ():
        if b"could not open directory" in warning:
            name = warning[warning.find(b"'") + 1 : warning.rfind(b"'")]
            sorting.left_out[name.rstrip(b"/")] = "a directory that cannot be listed"
    oids = {path_text(path): oid for path, oid in sorting.sparse.items()}
    sparse = BlobSnapshot("index", oids, {}, BlobReader(git), max_file_bytes) if oids else None
    return sorting.snapshot(git.top, "worktree", max_file_bytes, sparse)


def _without_unchanged(sorting: _Sorting, listed: Iterable[tuple[str, str]], unchanged: Unchanged) -> Iterator[bytes]:
    """Sort the regular files that git looked at and found unchanged, give the records of the rest.

    Of a file that is in the index alone git says nothing where it is gone from the disk.
    """
    committed, changed = unchanged.committed, set(map(path_text, unchanged.changed))
    for about, path in listed:
        is_regular = about.startswith(_REGULAR) and path not in changed
        if is_regular and committed.get(path) == about[len(_REGULAR) + 4 : -2]:
            sorting.unchanged.append(path)
        else:
            yield path_bytes(f"{about}\t{path}")


def directory_snapshot(root: str, max_file_bytes: int) -> DiskSnapshot:
    """Every file below a directory, but for what version control, builds and package managers put there."""
    if not os.path.isdir(root):
        raise RatchetError(f"`{root}` is not a directory")
    sorting = _Sorting()
    todo = [b""]
    while todo:
        below = todo.pop()
        try:
            entries = list(os.scandir(os.fsencode(root) + b"/" + below))
        except OSError as error:
            sorting.left_out[below.rstrip(b"/") or b"."] = f"a directory that cannot be listed: {error.strerror}"
            continue
        todo += _sort_entries(sorting, below, entries)
    return sorting.snapshot(root, "directory", max_file_bytes)


def _sort_entries(sorting: _Sorting, below: bytes, entries: list[os.DirEntry[bytes]]) -> Iterator[bytes]:
    """Sort the files of one directory, give the directories to look into."""
    for entry in entries:
        path = below + entry.name
        if not entry.is_dir(follow_symlinks=False):
            _sort_by_mode(sorting, path, _mode(entry.path))
        elif entry.name not in _NOT_SOURCE or (entry.name == b"target" and not _is_cargos(entry.path)):
            yield path + b"/"
        elif entry.name not in _VCS:
            sorting.left_out[path] = "not looked into: builds and package managers write here"


def _is_cargos(directory: bytes) -> bool:
    """Whether cargo builds here: it says so with a tag, or the manifest lies beside."""
    tags = (directory + b"/CACHEDIR.TAG", os.path.dirname(directory) + b"/Cargo.toml")
    return any(os.path.lexists(tag) for tag in tags)


def _sort_untracked(sorting: _Sorting, root: bytes, path: bytes) -> None:
    if path.endswith(b"/"):
        sorting.left_out[path.rstrip(b"/")] = "another git repository, not entered"
        return
    _sort_by_mode(sorting, path, _mode(root + b"/" + path))


def _sort_tracked(sorting: _Sorting, root: bytes, about: bytes, kept_by_git: bool) -> None:
    meta, _, path = about.partition(b"\t")
    if meta.startswith(b"160000 "):
        sorting.left_out[path] = "a submodule, not entered"
        return
    directory, _, name = path.rpartition(b"/")
    regular = sorting.regular.get(directory)
    if regular is None:
        behind = _behind_symlink(sorting.links, root, path)
        sorting.behind[directory] = behind
        regular = sorting.regular[directory] = frozenset() if behind else _regular_in(root + b"/" + directory)
    if name in regular:
        sorting.kept[path] = None
        return
    mode = None if sorting.behind[directory] else _mode(root + b"/" + path)
    if mode is not None and stat.S_ISREG(mode):
        sorting.kept[path] = None
    elif mode is not None and not stat.S_ISDIR(mode):
        _sort_by_mode(sorting, path, mode)
    elif kept_by_git and not meta.startswith(b"120000 "):
        sorting.sparse[path] = meta.split()[1].decode()


def _sort_by_mode(sorting: _Sorting, path: bytes, mode: int | None) -> None:
    if mode is None:
        return
    reason = special(mode)
    if reason:
        sorting.left_out[path] = reason
    else:
        sorting.kept[path] = None


def _regular_in(directory: bytes) -> frozenset[bytes]:
    """The names of the regular files in a directory, as far as it lists them: to look at each file costs ten times."""
    try:
        with os.scandir(directory) as entries:
            return frozenset(entry.name for entry in entries if entry.is_file(follow_symlinks=False))
    except OSError:
        return frozenset()


def _mode(path: bytes) -> int | None:
    """The mode of a file, None when it is gone; one that may not be looked at counts as regular: reading it tells."""
    try:
        return os.lstat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return stat.S_IFREG


def _behind_symlink(links: dict[bytes, bool], root: bytes, path: bytes) -> bool:
    """A directory above this tracked file is a symlink now: behind it are other files, perhaps outside."""
    end = path.find(b"/")
    while end >= 0:
        parent = path[:end]
        if parent not in links:
            links[parent] = stat.S_ISLNK(_mode(root + b"/" + parent) or 0)
        if links[parent]:
            return True
        end = path.find(b"/", end + 1)
    return False
