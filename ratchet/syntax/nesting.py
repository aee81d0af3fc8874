"""Which intervals enclose which offsets, in one sweep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

__all__ = ["Interval", "enclosing"]


class Interval(Protocol):
    """A half-open stretch of bytes."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


I = TypeVar("I", bound=Interval)  # noqa: E741 - the one type variable of this module


def enclosing(intervals: Iterable[I], offsets: Iterable[int]) -> Iterator[tuple[I, ...]]:
    """For each offset, in ascending order, the intervals around it from the outside in."""
    waiting = sorted(intervals, key=lambda interval: (interval.start, -interval.end))
    position = 0
    open_now: list[I] = []
    for offset in offsets:
        while position < len(waiting) and waiting[position].start <= offset:
            open_now.append(waiting[position])
            position += 1
        open_now = [interval for interval in open_now if interval.end > offset]
        yield tuple(open_now)
