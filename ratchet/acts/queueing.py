"""Jobs in an order in which no worker is left with a large one in the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

from ratchet.model.value import frozen

__all__ = ["Job", "Key", "by_kind", "largest_first"]

Key = tuple[str, str]
"""What is asked of a language, by name, and a blob: what the facts of a file depend on."""


@frozen
class Job:
    """The unit of work: bytes and a lens; the answer depends on nothing else."""

    key: Key
    content: bytes


def largest_first(jobs: Iterable[Job], ahead: int) -> Iterator[Job]:
    """The jobs, of those that are known so far the largest first.

    As many are known as `ahead` bytes hold, so that memory stays flat.
    """
    waiting: list[tuple[int, int, Job]] = []
    held = 0
    for number, job in enumerate(jobs):
        heappush(waiting, (-len(job.content), number, job))
        held += len(job.content)
        while held > ahead:
            largest = heappop(waiting)[2]
            held -= len(largest.content)
            yield largest
    while waiting:
        yield heappop(waiting)[2]


def by_kind(keys: Iterable[Key]) -> dict[str, list[str]]:
    """The blobs that the same is asked of."""
    kinds: dict[str, list[str]] = {}
    for kind, blob in keys:
        kinds.setdefault(kind, []).append(blob)
    return kinds
