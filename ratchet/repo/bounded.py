"""What a worker does to itself so that it costs no more than its own answers."""

from __future__ import annotations

import gc
import signal

__all__ = ["cap_memory", "collect_seldom", "die_with_parent", "give_back", "spend_at_most"]

_SELDOM = (100_000, 10, 10)


def collect_seldom() -> None:
    """Look for cycles in what is made from now on alone, and seldom: trees go without it, and it finds next to nothing.

    What was inherited lives as long as the worker does. Twenty times as often it took a thirtieth of the time, and the
    memory of a worker was the same.
    """
    gc.freeze()
    gc.set_threshold(*_SELDOM)
    gc.enable()  # whoever is in a hurry may have switched it off


def die_with_parent() -> None:
    """A worker in the middle of a parse does not see its pipe close; on Linux the kernel can end it."""
    try:
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    except (ImportError, OSError, AttributeError):
        return  # elsewhere it ends after the file in hand


def spend_at_most(seconds: float) -> None:
    """Let the kernel end us when we have used up so many seconds of the processor from now on; 0 is no end."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # whoever started us may have it ignored
    signal.setitimer(signal.ITIMER_PROF, seconds)


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
