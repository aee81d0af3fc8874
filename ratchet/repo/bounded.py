"""What a worker does to itself so that it costs no more than its own answers."""

from __future__ import annotations

import gc
import signal

__all__ = ["cap_memory", "collect_often", "die_with_parent", "give_back"]

_OFTEN = (5_000, 10, 10)


def collect_often() -> None:
    """Look for cycles in what is made from now on; what was inherited lives as long as the worker does."""
    gc.freeze()
    gc.set_threshold(*_OFTEN)


def die_with_parent() -> None:
    """A worker in the middle of a parse does not see its pipe close; on Linux the kernel can end it."""
    try:
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    except (ImportError, OSError, AttributeError):
        return  # elsewhere it ends after the file in hand


def give_back() -> None:
    """Let the system have what was freed: a tree of many small pieces leaves holes that the C library keeps."""
    try:
        import ctypes

        ctypes.CDLL(None).malloc_trim(0)
    except (ImportError, OSError, AttributeError):
        return  # another library, or another system


def cap_memory(extra: int) -> None:
    """Let no more memory be taken than is held now and so many bytes."""
    try:
        import resource

        with open("/proc/self/statm", "rb") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + extra, used + extra))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, OSError, ValueError):
        return  # the deadline still holds
