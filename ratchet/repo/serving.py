"""The life of a worker: a forked process that takes jobs from a pipe, answers into another, and may be killed."""

from __future__ import annotations

import gc
import os
import pickle  # only between a process and its own fork
import signal
from collections.abc import Callable
from typing import TypeVar

from ratchet.repo.pipes import receive_bytes, send_bytes

__all__ = ["serve"]

_OFTEN = (5_000, 10, 10)
_SIZEABLE = 100_000

J = TypeVar("J")
R = TypeVar("R")


def serve(receive: int, send: int, work: Callable[[J], R], most_bytes: int) -> None:
    """The life of a worker: it never returns, and ends when the pipe to it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides; closing the pipe ends the worker
    _cap_memory(most_bytes)
    gc.freeze()  # what it inherits lives as long as it does: to look for cycles in the rest costs next to nothing
    gc.set_threshold(*_OFTEN)
    served = 0
    try:
        while (packed := receive_bytes(receive, None)) is not None:
            if served == 1:
                _die_with_parent()  # to know how takes longer than most files: a run of one file does without
            served += 1
            try:
                answer: object = work(pickle.loads(packed))  # noqa: S301 - written by our own parent
            except MemoryError:
                os._exit(1)  # as if the parser had crashed: the parent says so of this file alone
            except Exception as error:  # noqa: BLE001 - a bug in the work is raised in the parent
                answer = error
            send_bytes(send, pickle.dumps(answer))
            if len(packed) > _SIZEABLE:
                _give_back()
    finally:
        os._exit(0)


def _die_with_parent() -> None:
    """A worker in the middle of a parse does not see its pipe close; on Linux the kernel can end it."""
    try:
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    except (ImportError, OSError, AttributeError):
        return  # elsewhere it ends after the file in hand


def _give_back() -> None:
    """Let the system have what was freed: a tree of many small pieces leaves holes that the C library keeps."""
    try:
        import ctypes

        ctypes.CDLL(None).malloc_trim(0)
    except (ImportError, OSError, AttributeError):
        return  # another library, or another system


def _cap_memory(extra: int) -> None:
    try:
        import resource

        with open("/proc/self/statm", "rb") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + extra, used + extra))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, OSError, ValueError):
        return  # the deadline still holds
