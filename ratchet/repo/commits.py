"""Commits and the index as snapshots: paths and blob ids at once, content on demand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import le

from ratchet.model.digests import sha256
from ratchet.model.errors import Place, RatchetError
from ratchet.model.snapshot import Missing, Unreadable, blob_id
from ratchet.repo.blobs import BlobReader
from ratchet.repo.git import Git, GitFailed, entries, records
from ratchet.repo.listed import Listed
from ratchet.repo.names import path_bytes, path_text
from ratchet.repo.regular import SYMLINK

__all__ = [
    "BlobSnapshot",
    "CommitSnapshot",
    "begin_to_compare",
    "begin_to_list",
    "commit_by_index",
    "commit_snapshot",
    "index_snapshot",
    "some_of_commit",
]

# Without -l: the sizes would cost a look at every blob, and a partial clone lacks some.
_LISTING = ("ls-tree", "-r", "-z", "--full-tree", "--end-of-options")
# In the index, and against a commit: each file that differs, with what it is in the commit.
_COMPARING = (
    "diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", "--ita-visible-in-index",
    "--ignore-submodules=none",
)  # fmt: skip
_NOT_THERE, _MERGED = "000000", "0"
_LINK = "120000"
_LEFT_OUT = {_LINK: SYMLINK, "160000": "a submodule, not entered"}
_EMPTY = {blob_id(b""), sha256(b"blob 0\0").hexdigest()}
_SHOWN = 5


class BlobSnapshot:
    """A snapshot whose files are blobs of the repository."""

    def __init__(
        self,
        ref: str,
        oids: Mapping[str, str],
        left_out: Mapping[str, str],
        reader: BlobReader,
        limit: int,
        links: Mapping[str, str] | None = None,
    ) -> None:
        self.ref = ref
        self._links = links or {}
        self.notices = tuple(f"{path}: {reason}" for path, reason in left_out.items())
        self._oids = oids
        self._left_out = left_out
        self._reader = reader
        self.limit = limit

    @property
    def names(self) -> Mapping[str, str]:
        """The names of all contents, by path."""
        return self._oids

    @property
    def links(self) -> Mapping[str, str]:
        """What is written in each symlink; nothing in one that this clone lacks."""
        return {path: self._target(oid) for path, oid in self._links.items()}

    def _target(self, oid: str) -> str:
        try:
            return path_text(self._reader.read(oid, self.limit))
        except Unreadable:
            return ""

    def paths(self) -> tuple[str, ...]:
        return tuple(self._oids)

    def blob(self, path: str) -> str:
        if path not in self._oids:
            raise Unreadable(self._left_out.get(path, "no such file"))
        return self._oids[path]

    def read(self, path: str) -> bytes:
        return self.read_up_to(path, self.limit)

    def read_up_to(self, path: str, limit: int) -> bytes:
        """The bytes of a file that may have another size limit than sources have."""
        return self._reader.read(self.blob(path), limit)

    def limited(self, limit: int) -> BlobSnapshot:
        """The same files with another size limit."""
        return BlobSnapshot(self.ref, self._oids, self._left_out, self._reader, limit, self._links)


class CommitSnapshot(BlobSnapshot):
    """The tree of a commit; a file that this clone lacks is no file to report, it makes the whole tree unknown."""

    def read_up_to(self, path: str, limit: int) -> bytes:
        try:
            return BlobSnapshot.read_up_to(self, path, limit)
        except Missing as problem:
            message = f"the files of `{self.ref}` cannot be read: {problem.reason}"
            raise GitFailed(message, Place(path), problem.hint) from problem

    def limited(self, limit: int) -> CommitSnapshot:
        """The same files with another size limit."""
        return CommitSnapshot(self.ref, self._oids, self._left_out, self._reader, limit, self._links)


def begin_to_list(git: Git, commit: str) -> None:
    """Let git list the tree of a commit that will be wanted soon."""
    git.begin(*_LISTING, commit)


def commit_snapshot(
    git: Git, commit: str, ref: str, max_file_bytes: int, reader: BlobReader | None = None
) -> CommitSnapshot:
    """The tree of a commit; many commits can share one reader."""
    oids: dict[str, str] = {}
    left_out: dict[str, str] = {}
    links: dict[str, str] = {}
    for about, path in entries(git.run(*_LISTING, commit)):
        mode, _, oid = about.split(" ")
        if mode in _LEFT_OUT:
            left_out[path] = _LEFT_OUT[mode]
            if mode == _LINK:
                links[path] = oid
        else:
            oids[path] = oid
    known = reader or BlobReader(git)
    return CommitSnapshot(ref, _by_path(oids), _by_path(left_out), known, max_file_bytes, links)


def begin_to_compare(git: Git, commit: str) -> None:
    """Let git hold its index against a commit whose tree will be wanted soon."""
    git.begin(*_COMPARING, commit)


def commit_by_index(git: Git, commit: str, index: Listed, max_file_bytes: int) -> CommitSnapshot | None:
    """The tree of a commit that differs little from an index, which git tells in a tenth of the time.

    None where that index is no more, or is in conflict.
    """
    oids: dict[str, str] = {}
    left_out: dict[str, str] = {}
    links: dict[str, str] = {}
    told = [path_text(part) for part in records(git.run(*_COMPARING, commit))]
    differing = dict(zip(told[1::2], told[::2], strict=True))
    if not index.is_still_so:
        return None
    for path, mode, oid, stage in _committed(index, differing):
        if stage != _MERGED:
            return None
        if mode in _LEFT_OUT:
            left_out[path] = _LEFT_OUT[mode]
            if mode == _LINK:
                links[path] = oid
        elif mode != _NOT_THERE:
            oids[path] = oid
    return CommitSnapshot(commit, _by_path(oids), _by_path(left_out), BlobReader(git), max_file_bytes, links)


def _committed(index: Listed, differing: Mapping[str, str]) -> Iterator[tuple[str, str, str, str]]:
    """The path, the mode, the content and the stage of every file as it is in a commit, or not there."""
    for about, path in index.entries:
        _, mode, oid, stage = about.split(" ")
        if path not in differing or stage != _MERGED:
            yield path, mode, oid, stage
    for path, about in differing.items():
        mode, _, oid, *_ = about[1:].split(" ")
        yield path, mode, oid, _MERGED


def some_of_commit(git: Git, commit: str, places: Sequence[str], max_file_bytes: int) -> CommitSnapshot:
    """The files of a commit that lie in some places, and no others."""
    oids = {}
    for about, path in entries(git.run("ls-tree", "-r", "-z", "--full-tree", commit, "--", *places)):
        mode, _, oid = about.split(" ")
        if mode not in _LEFT_OUT:
            oids[path] = oid
    return CommitSnapshot(commit, _by_path(oids), {}, BlobReader(git), max_file_bytes)


def index_snapshot(git: Git, max_file_bytes: int) -> BlobSnapshot:
    """What the next commit will contain; in a hook, the index that git names there."""
    oids: dict[str, str] = {}
    left_out: dict[str, str] = {}
    links: dict[str, str] = {}
    unmerged: dict[str, None] = {}
    for about, path in entries(git.run("ls-files", "-s", "-z")):
        mode, oid, stage = about.split(" ")
        if stage != "0":
            unmerged[path] = None
        elif mode in _LEFT_OUT:
            left_out[path] = _LEFT_OUT[mode]
            if mode == _LINK:
                links[path] = oid
        else:
            oids[path] = oid
    if unmerged:
        raise _conflicts(tuple(unmerged))
    for path in _only_intended(git, oids):
        del oids[path]
        left_out[path] = "only intended to be added (git add -N), not in the index yet"
    return BlobSnapshot("index", oids, left_out, BlobReader(git), max_file_bytes, links)


def _by_path(listing: dict[str, str]) -> dict[str, str]:
    """A listing in the order of paths, which is git's own unless a tree is damaged."""
    paths = list(listing)
    if all(map(le, paths, paths[1:])):
        return listing
    return {path: listing[path] for path in sorted(paths, key=path_bytes)}


def _conflicts(paths: tuple[str, ...]) -> RatchetError:
    more = f" and {len(paths) - _SHOWN} more" if len(paths) > _SHOWN else ""
    return RatchetError(
        f"the index has unmerged files, resolve conflicts first: {', '.join(paths[:_SHOWN])}{more}",
        Place(paths[0]),
        "resolve them, then: git add FILE (git status lists them)",
    )


def _only_intended(git: Git, oids: Mapping[str, str]) -> list[str]:
    """What `git add -N` named: an empty blob in the index that no commit will contain, and that git's diffs skip."""
    candidates = [path for path, oid in oids.items() if oid in _EMPTY]
    if not candidates:
        return []
    nothing = git.run("hash-object", "-t", "tree", "--stdin").decode().strip()
    compare = ("diff-index", "--cached", "--ita-invisible-in-index", "--no-renames", "--name-only", "-z", nothing)
    real = {path_text(raw) for raw in records(git.run(*compare))}
    return [path for path in candidates if path not in real]
