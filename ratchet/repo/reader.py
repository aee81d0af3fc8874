"""A process that reads changed files: it gets ready while we find them, and whatever they do to it, ours goes on."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Work = Callable[[bytes], bytes]

__all__ = ["Reader"]

_SECONDS = 10
_BYTES = 2_000_000_000
_PIECE = 1 << 16
_KILL = 9  # the module of signals takes longer to load than a signal to arrive


class Reader:
    """A process that loads, while we do other things, what reading takes; it answers one request, if there is one."""

    __slots__ = ("_answer", "_load", "_pid", "_request", "_seconds")

    def __init__(self, load: Callable[[], Work], seconds: int = _SECONDS) -> None:
        self._load = load
        self._seconds = seconds
        self._pid = 0
        self._request = self._answer = -1

    def begin(self) -> None:
        """Start it, where that was not done yet, and where it can be held to limits."""
        if self._pid or not os.path.exists(_memory_of("self")):
            return
        wanted, self._request = os.pipe()
        self._answer, given = os.pipe()
        self._pid = os.fork()
        if not self._pid:
            code = 1
            try:
                os.close(self._request)  # else it would wait for itself where nobody asks
                work = self._load()
                _write(given, work(_all_of(wanted)))
                code = 0
            finally:
                os._exit(code)  # whatever happened is found out, and told, by whoever does the work in another way
        os.close(wanted)
        os.close(given)

    def ask(self, request: bytes) -> bytes | None:
        """What it makes of the request; None where it raises, crashes, or takes too long or too much memory."""
        self.begin()
        if not self._pid:
            return None
        said: bytes | None = None
        try:
            _write(self._request, request)
            os.close(self._request)
            _limit(self._pid, self._seconds)
            said = _all_of(self._answer)
        except OSError:
            os.kill(self._pid, _KILL)
        _, status = os.waitpid(self._pid, 0)
        self._pid = 0
        return said if status == 0 else None

    def dismiss(self) -> None:
        """End it, where it was not asked."""
        if self._pid:
            os.kill(self._pid, _KILL)
            os.waitpid(self._pid, 0)
            self._pid = 0


def _all_of(pipe: int) -> bytes:
    pieces = []
    while piece := os.read(pipe, _PIECE):
        pieces.append(piece)
    os.close(pipe)
    return b"".join(pieces)


def _write(pipe: int, data: bytes) -> None:
    while data:
        data = data[os.write(pipe, data) :]


def _limit(pid: int, seconds: int) -> None:
    """The kernel ends a process that goes on and on: what parses waits for nothing, so it uses up its seconds.

    It is at work already by then: to load what sets limits takes longer than to set them.
    """
    import resource

    with open(_memory_of(str(pid)), "rb") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
    resource.prlimit(pid, resource.RLIMIT_CPU, (seconds, seconds))
    resource.prlimit(pid, resource.RLIMIT_AS, (used + _BYTES, used + _BYTES))


def _memory_of(process: str) -> str:
    """Where Linux tells how much memory a process has; other systems let nobody set the limits of another one."""
    return f"/proc/{process}/statm"
