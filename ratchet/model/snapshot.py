"""The repository at one moment: path → blob, read lazily."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from ratchet.model.digests import blob_id
from ratchet.model.static import Protocol

__all__ = ["DictSnapshot", "Missing", "Snapshot", "Unreadable", "blob_id"]


class Unreadable(Exception):
    """A file that is there but cannot be read; the message says why, the hint what to do."""

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint


class Missing(Unreadable):
    """A file whose bytes this clone does not have, though its history names them."""


class Snapshot(Protocol):
    """The working tree, the index, a commit and a test's dict are all snapshots."""

    @property
    def ref(self) -> str:
        """What the user calls it: `worktree`, `index`, or a revision."""

    @property
    def limit(self) -> int:
        """How many bytes a file may have; a larger one is unreadable."""

    @property
    def notices(self) -> tuple[str, ...]:
        """What was left out of `paths`, and why: symlinks, submodules, special files."""

    @property
    def links(self) -> Mapping[str, str]:
        """The symlinks, each with the path that is written in it."""

    def paths(self) -> tuple[str, ...]:
        """Every regular file, sorted, with `/` between the parts, relative to the root."""

    def blob(self, path: str) -> str:
        """The content id of a file, as git would name it. Raises Unreadable."""

    def read(self, path: str) -> bytes:
        """The bytes of a file. Raises Unreadable, also for a path that is not there."""


class DictSnapshot:
    """A snapshot of a mapping, for tests and for the examples that rules carry."""

    def __init__(self, files: Mapping[str, str | bytes], ref: str = "dict") -> None:
        self._files = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
        self.ref = ref
        self.limit = sys.maxsize
        self.notices: tuple[str, ...] = ()
        self.links: Mapping[str, str] = {}

    def paths(self) -> tuple[str, ...]:
        return tuple(sorted(self._files))

    def blob(self, path: str) -> str:
        return blob_id(self.read(path))

    def read(self, path: str) -> bytes:
        if path not in self._files:
            raise Unreadable("no such file")
        return self._files[path]
