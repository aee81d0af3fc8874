"""One piece of work in a process of its own: a hostile file may crash that one, or take its time, but not ours."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["done_apart"]

_SECONDS = 10
_BYTES = 2_000_000_000
_PIECE = 1 << 16


def done_apart(work: Callable[[], bytes], seconds: int = _SECONDS) -> bytes | None:
    """What the work gives, a few bytes; None where it raises, crashes, or takes too long or too much memory."""
    there, back = os.pipe()
    pid = os.fork()
    if not pid:
        code = 1
        try:
            _limit(seconds)
            os.write(back, work())
            code = 0
        finally:
            os._exit(code)  # whatever happened is found out, and told, by whoever does the work in another way
    os.close(back)
    pieces = []
    while piece := os.read(there, _PIECE):
        pieces.append(piece)
    os.close(there)
    _, status = os.waitpid(pid, 0)
    return b"".join(pieces) if status == 0 else None


def _limit(seconds: int) -> None:
    """The kernel ends a process that goes on and on: what parses waits for nothing, so it uses up its seconds."""
    import resource

    with open("/proc/self/statm", "rb") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (used + _BYTES, used + _BYTES))
