"""Git commands started at once and read later, without any module that takes longer to load than git takes."""

from __future__ import annotations

import os

__all__ = ["QUIET", "SAFE", "Command", "can_start", "start"]

SAFE = ("-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit", "-c", "core.quotepath=false")
"""Settings with which git runs no program of the repository's choice."""

QUIET = {
    "GIT_NO_LAZY_FETCH": "1",
    # Older gits do not know GIT_NO_LAZY_FETCH: that no protocol is allowed keeps them off the network too.
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_LITERAL_PATHSPECS": "0",
    "LC_ALL": "C",
}
"""Variables with which git neither asks, nor writes, nor reaches the network, and takes `:/` for its top."""

# An index of 60,000 files fills 3,000 pages of memory one by one, which is most of what git does with it: in large
# pages, asked for many at a time, that takes half as long. Other C libraries than glibc do not know the variable.
_IN_PAGES = ("hugetlb=1", "top_pad=16777216", "mmap_threshold=33554432")
_LARGE_PAGES = {"GLIBC_TUNABLES": ":".join(f"glibc.malloc.{each}" for each in _IN_PAGES)}
_PIECE = 1 << 16


class Command:
    """A git command that is running; whatever it says, complaints among it, is one text."""

    __slots__ = ("_pid", "_pipe")

    def __init__(self, pid: int, pipe: int) -> None:
        self._pid = pid
        self._pipe = pipe

    def is_at_work(self) -> bool:
        """Whether it has not ended yet."""
        return os.waitid(os.P_PID, self._pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None

    def output(self) -> bytes | None:
        """All that it says, once it has ended; None where it did not succeed."""
        pieces = []
        while piece := os.read(self._pipe, _PIECE):
            pieces.append(piece)
        os.close(self._pipe)
        _, status = os.waitpid(self._pid, 0)
        return b"".join(pieces) if status == 0 else None


def can_start() -> bool:
    """Whether this system starts programs in the way that is used here."""
    return hasattr(os, "posix_spawnp")


def start(*args: str) -> Command:
    """Start git in the current directory. Raises OSError where that cannot be done."""
    there, back = os.pipe()
    try:
        actions = [(os.POSIX_SPAWN_DUP2, back, 1), (os.POSIX_SPAWN_DUP2, back, 2)]
        environment = {**_LARGE_PAGES, **os.environ, **QUIET}
        pid = os.posix_spawnp("git", ("git", *SAFE, *args), environment, file_actions=actions)
    except OSError:
        os.close(there)
        raise
    finally:
        os.close(back)
    return Command(pid, there)
