"""A tree with some files as an editor has them, before they are saved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from ratchet.model.snapshot import Snapshot, blob_id
from ratchet.repo.sizes import fitting

__all__ = ["Overlay", "overlaid"]


@runtime_checkable
class _Generous(Protocol):
    """A snapshot that can read beyond the size limit of sources."""

    def read_up_to(self, path: str, limit: int) -> bytes: ...


class Overlay:
    """A snapshot in which some contents stand for those of another one."""

    def __init__(self, below: Snapshot, buffers: Mapping[str, bytes], limit: int) -> None:
        self._below = below
        self._buffers = buffers
        self.limit = limit
        self._paths = tuple(sorted({*below.paths(), *buffers}))

    @property
    def ref(self) -> str:
        return self._below.ref

    @property
    def notices(self) -> tuple[str, ...]:
        return self._below.notices

    @property
    def links(self) -> Mapping[str, str]:
        return self._below.links

    def paths(self) -> tuple[str, ...]:
        return self._paths

    def blob(self, path: str) -> str:
        return blob_id(self.read(path)) if path in self._buffers else self._below.blob(path)

    def read(self, path: str) -> bytes:
        return self._content(path, self.limit) if path in self._buffers else self._below.read(path)

    def read_up_to(self, path: str, limit: int) -> bytes:
        """The bytes of a file that may have another size limit than sources have: a baseline."""
        if path in self._buffers:
            return self._content(path, limit)
        return self._below.read_up_to(path, limit) if isinstance(self._below, _Generous) else self._below.read(path)

    def _content(self, path: str, limit: int) -> bytes:
        return fitting(self._buffers[path], limit)


def overlaid(snapshot: Snapshot, buffers: Mapping[str, bytes], limit: int) -> Snapshot:
    """The snapshot with the buffers in their places; the snapshot itself where there are none."""
    return Overlay(snapshot, buffers, limit) if buffers else snapshot
