"""Some files by the names of their contents, which most likely lie on disk: no git is asked for those."""

from __future__ import annotations

import os
from collections.abc import Mapping

from ratchet.model.snapshot import Unreadable, blob_id
from ratchet.repo.blobs import BlobReader
from ratchet.repo.commits import BlobSnapshot
from ratchet.repo.git import Git
from ratchet.repo.names import path_bytes
from ratchet.repo.regular import read_regular

__all__ = ["NearSnapshot"]


class NearSnapshot(BlobSnapshot):
    """Files of a commit, of the index or of the working tree, whose contents have names."""

    def __init__(self, git: Git, ref: str, oids: Mapping[str, str], limit: int) -> None:
        BlobSnapshot.__init__(self, ref, oids, {}, BlobReader(git), limit)
        self._root = os.fsencode(git.top)

    def read_up_to(self, path: str, limit: int) -> bytes:
        """The bytes that have the name: those on disk, where they do, or git's."""
        name = self.blob(path)
        try:
            content = read_regular(self._root + b"/" + path_bytes(path), limit)
        except Unreadable:
            content = b""
        return content if blob_id(content) == name else BlobSnapshot.read_up_to(self, path, limit)
