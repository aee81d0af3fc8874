"""Files on disk as a snapshot: each is read when it is asked for, and stays what it was when it was first named."""

from __future__ import annotations

import os
from collections.abc import Mapping

from ratchet.model.snapshot import Unreadable, blob_id
from ratchet.repo.commits import BlobSnapshot
from ratchet.repo.names import path_bytes, path_text
from ratchet.repo.regular import SYMLINK, read_regular

__all__ = ["DiskSnapshot"]

_KEEP = 16_000_000


class DiskSnapshot:
    """A directory at this moment; `sparse` holds the files that git keeps out of the work tree on purpose."""

    def __init__(
        self,
        root: str,
        ref: str,
        paths: tuple[str, ...],
        left_out: Mapping[str, str],
        limit: int,
        sparse: BlobSnapshot | None = None,
    ) -> None:
        self.ref = ref
        self.notices = tuple(f"{path}: {reason}" for path, reason in left_out.items())
        self._root = os.fsencode(root)
        self._paths = paths
        self._known = frozenset(paths)
        self._left_out = left_out
        self.limit = limit
        self._sparse = frozenset(sparse.paths()) if sparse else frozenset()
        self._blobs = sparse
        self._ids: dict[str, str] = {}
        self._kept: dict[str, bytes] = {}
        self._sure: set[str] = set()  # kept as they were when they were named
        self._room = _KEEP

    def limited(self, limit: int) -> DiskSnapshot:
        """The same files with another size limit, as if nothing had been read of them yet."""
        sparse = self._blobs.limited(limit) if self._blobs else None
        return DiskSnapshot(os.fsdecode(self._root), self.ref, self._paths, self._left_out, limit, sparse)

    @property
    def links(self) -> Mapping[str, str]:
        """What is written in each symlink; nothing in one that is gone by now."""
        return {path: self._target(path) for path, reason in self._left_out.items() if reason == SYMLINK}

    def _target(self, path: str) -> str:
        try:
            return path_text(os.readlink(self._root + b"/" + path_bytes(path)))
        except OSError:
            return ""

    def paths(self) -> tuple[str, ...]:
        return self._paths

    def blob(self, path: str) -> str:
        if self._blobs and path in self._sparse:
            return self._blobs.blob(path)
        if path not in self._ids:
            content = self._content(path, self.limit)
            self._ids[path] = blob_id(content)
            if self._kept.get(path) is content:
                self._sure.add(path)
        return self._ids[path]

    def read(self, path: str) -> bytes:
        return self.read_up_to(path, self.limit)

    def read_up_to(self, path: str, limit: int) -> bytes:
        """The bytes of a file that may have another size limit than sources have."""
        if self._blobs and path in self._sparse:
            return self._blobs.read_up_to(path, limit)
        content = self._content(path, limit)
        # Facts are stored under the id: other bytes under the same id would poison every later run.
        if path in self._ids and path not in self._sure and self._ids[path] != blob_id(content):
            raise Unreadable("it changed while ratchet was reading it", "run ratchet again when nothing writes to it")
        return content

    @property
    def names(self) -> Mapping[str, str]:
        """What the contents were called that were read so far, by path."""
        return self._ids

    def is_here(self, path: str) -> bool:
        """Whether a file is on disk, so that any process can read it."""
        return path in self._known and path not in self._sparse

    def read_now(self, path: str) -> bytes:
        """The bytes of a file that is here, of which nothing is remembered."""
        return read_regular(self._root + b"/" + path_bytes(path), self.limit)

    def name(self, path: str, blob: str) -> None:
        """Take from another process what the content of a file is called: if it changes from now on, that is told."""
        self._ids[path] = blob

    def _content(self, path: str, limit: int) -> bytes:
        if path in self._kept:
            return self._kept[path]
        if path not in self._known:
            raise Unreadable(self._left_out.get(path, "no such file"))
        content = read_regular(self._root + b"/" + path_bytes(path), limit)
        self._keep(path, content)
        return content

    def _keep(self, path: str, content: bytes) -> None:
        """Remember recent files, so that an id and its bytes cost one read while memory stays flat."""
        if len(content) > self._room:
            self._kept.clear()
            self._sure.clear()
            self._room = _KEEP
        if len(content) <= self._room:
            self._kept[path] = content
            self._room -= len(content)
