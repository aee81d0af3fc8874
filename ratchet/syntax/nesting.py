"""Which intervals enclose which offsets, in one sweep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ratchet.model.static import Protocol, TypeVar

__all__ = ["Interval", "enclosing"]


class Interval(Protocol):
    """A half-open stretch of bytes."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


Each = TypeVar("Each", bound=Interval)


def enclosing(intervals: Iterable[Each], offsets: Iterable[int]) -> Iterator[tuple[Each, ...]]:
    """For each offset, in ascending order, the intervals around it from the outside in."""
    waiting = sorted(intervals, key=lambda interval: (interval.start, -interval.end))
    position = 0
    open_now: list[Each] = []
    for offset in offsets:
        while position < len(waiting) and waiting[position].start <= offset:
            open_now.append(waiting[position])
            position += 1
        open_now = [interval for interval in open_now if interval.end > offset]
        yield tuple(open_now)
