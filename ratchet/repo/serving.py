"""The life of a worker: jobs come in by one pipe, answers go out by another."""

from __future__ import annotations

import os
import pickle  # only between a process and its own fork
import signal
from collections.abc import Callable

from ratchet.model.static import TypeVar
from ratchet.repo.bounded import cap_memory, collect_seldom, die_with_parent, give_back
from ratchet.repo.pipes import receive_bytes, send_bytes

__all__ = ["serve"]

_SIZEABLE = 100_000

J = TypeVar("J")
R = TypeVar("R")


def serve(receive: int, send: int, work: Callable[[J], R], memory: int) -> None:
    """Answer jobs, with so much more memory at most; it never returns, and ends when the pipe to it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides; closing the pipe ends the worker
    cap_memory(memory)
    collect_seldom()
    served = 0
    try:
        while (packed := receive_bytes(receive, None)) is not None:
            if served == 1:
                die_with_parent()  # to know how takes longer than most files: a run of one file does without
            served += 1
            try:
                answer: object = work(pickle.loads(packed))  # noqa: S301 - written by our own parent
            except MemoryError:
                os._exit(1)  # as if the parser had crashed: the parent says so of this file alone
            except Exception as error:  # noqa: BLE001 - a bug in the work is raised in the parent
                answer = error
            send_bytes(send, pickle.dumps(answer))
            if len(packed) > _SIZEABLE:
                give_back()
    finally:
        os._exit(0)
