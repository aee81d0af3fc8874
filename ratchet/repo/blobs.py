"""Blobs by their id, out of one git process that stays open."""

from __future__ import annotations

import os
import sys
import weakref
from types import TracebackType

from ratchet.model.snapshot import Missing
from ratchet.repo.git import PARTIAL, Git
from ratchet.repo.sizes import fitting, most_of, too_large

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess

__all__ = ["BlobReader", "close_all"]

_PATIENCE_MS = 60_000
_CHUNK = 1 << 20
_HINT = f"{PARTIAL}; otherwise git fsck tells what is damaged, and a fresh clone repairs it"


_STOPS: list[weakref.finalize[..., _Batch]] = []
"""What ends each process that was started."""


def close_all() -> None:
    """End every git process of every reader, for whoever leaves without a look back."""
    while _STOPS:
        _STOPS.pop()()


class BlobReader:
    """Reads blobs of one repository; belongs to one thread, and ends its git when it is closed or forgotten."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._open: dict[str, _Batch] = {}

    def __enter__(self) -> BlobReader:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def read(self, oid: str, limit: int = sys.maxsize) -> bytes:
        """The bytes of a blob; one of more than `limit` bytes is refused. Raises Unreadable."""
        try:
            batch = self._batch("--batch")
            size = batch.size(oid)
            if size <= most_of(limit):
                return fitting(batch.take(size + 1)[:-1], limit)
        except _Ended as error:
            raise self._broken(oid, error) from error
        self.close()  # a new process is cheaper than to drain what this one is about to send
        raise too_large(limit)

    def size(self, oid: str) -> int:
        """How many bytes a blob has, without reading it. Raises Unreadable."""
        try:
            return self._batch("--batch-check").size(oid)
        except _Ended as error:
            raise self._broken(oid, error) from error

    def close(self) -> None:
        """End the git processes; a later read starts new ones."""
        for batch in self._open.values():
            batch.stop()
        self._open.clear()

    def _batch(self, mode: str) -> _Batch:
        if mode not in self._open:
            self._open[mode] = _Batch(self._git.start("cat-file", mode))
        return self._open[mode]

    def _broken(self, oid: str, error: _Ended) -> Missing:
        # One damaged object ends the process: the next read gets a fresh one, so that only this blob is lost.
        self.close()
        return Missing(f"git could not read object {oid}: {error}", _HINT)


class _Ended(Exception):
    """The process stopped answering."""


class _Batch:
    """One `git cat-file` process that answers one id at a time."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        import select  # a C library of its own, which only a running git needs

        assert process.stdin is not None and process.stdout is not None
        self._asks = process.stdin
        self._answers = process.stdout.fileno()
        self._held = bytearray()
        self._ready = select.poll()
        self._ready.register(self._answers, select.POLLIN)
        self.stop = weakref.finalize(self, _stop, process)
        _STOPS.append(self.stop)

    def size(self, oid: str) -> int:
        """Ask for an object; the size of its content, which follows in the mode that sends it."""
        try:
            self._asks.write(oid.encode("ascii") + b"\n")
        except OSError as error:
            raise _Ended("it ended early") from error
        name, *answer = self._line().split(b" ")
        if answer == [b"missing"]:
            raise Missing(f"git does not have object {oid}", _HINT)
        if len(answer) != 2 or name.decode() != oid or not answer[1].isdigit():
            raise _Ended("it gave an answer to another question")
        if answer[0] != b"blob":
            raise _Ended(f"it is a {answer[0].decode('ascii', 'replace')}, not a blob")
        return int(answer[1])

    def take(self, count: int) -> bytes:
        """The next bytes of the answer."""
        while len(self._held) < count:
            self._fill()
        taken = bytes(self._held[:count])
        del self._held[:count]
        return taken

    def _line(self) -> bytes:
        while b"\n" not in self._held:
            self._fill()
        return self.take(self._held.index(b"\n") + 1)[:-1]

    def _fill(self) -> None:
        if not self._ready.poll(_PATIENCE_MS):
            raise _Ended(f"no answer within {_PATIENCE_MS // 1000} s")
        chunk = os.read(self._answers, _CHUNK)
        if not chunk:
            raise _Ended("it ended early")
        self._held += chunk


def _stop(process: subprocess.Popen[bytes]) -> None:
    from subprocess import TimeoutExpired

    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    try:
        process.wait(timeout=1)
    except TimeoutExpired:
        process.kill()
        process.wait()
