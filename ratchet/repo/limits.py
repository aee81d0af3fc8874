"""How much may be done at once: workers, the time of a job, and the memory of a worker."""

from __future__ import annotations

import os

from ratchet.model.value import frozen

__all__ = ["MOST_WORKERS", "Limits", "can_fork", "default_limits"]

MOST_WORKERS = 64


@frozen
class Limits:
    """How many workers, how many seconds of the processor a job may take, and how much memory a worker may add."""

    workers: int
    seconds: float = 10.0
    bytes: int = 2_000_000_000


def default_limits(workers: int | None = None) -> Limits:
    """A worker for each processor this process may use, up to eight, unless it is said how many."""
    if workers:
        return Limits(min(MOST_WORKERS, workers))
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Limits(min(8, processors))


def can_fork() -> bool:
    """Elsewhere the work is done in this process, without a deadline."""
    return hasattr(os, "fork")
