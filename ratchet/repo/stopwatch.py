"""A stopwatch for the stages of a run, of which one runs at a time: a stage within another stops that one's time."""

from __future__ import annotations

import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from ratchet.model.timings import Lap, Timings
from ratchet.model.value import field, mutable

__all__ = ["Stopwatch"]


class _Reading(NamedTuple):
    wall: float
    cpu: float


@mutable
class Stopwatch:
    """Begins with the process, in the stage `running`, which goes on whenever no other one does."""

    running: str
    seconds: dict[str, _Reading] = field(default_factory=dict)
    amounts: dict[str, Counter[str]] = field(default_factory=dict)
    last: _Reading = field(default_factory=lambda: _Reading(_born(), 0.0))

    def turn_to(self, stage: str) -> None:
        """What follows is of another stage."""
        now = _Reading(time.monotonic(), _cpu())
        wall, cpu = self.seconds.get(self.running, _Reading(0.0, 0.0))
        self.seconds[self.running] = _Reading(wall + now.wall - self.last.wall, cpu + now.cpu - self.last.cpu)
        self.running, self.last = stage, now

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """A stage within the one that runs, which goes on after it."""
        before = self.running
        self.turn_to(name)
        try:
            yield
        finally:
            self.turn_to(before)

    def count(self, stage: str, **amounts: int) -> None:
        """How much a stage had to do."""
        self.amounts.setdefault(stage, Counter()).update(amounts)

    def reach(self, stage: str, **amounts: int) -> None:
        """How much of something a stage had at once."""
        self.amounts[stage] = self.amounts.get(stage, Counter()) | Counter(amounts)

    def stop(self) -> Timings:
        """All stages so far."""
        self.turn_to(self.running)
        laps = (Lap(name, *spent, self.amounts.get(name, {})) for name, spent in self.seconds.items())
        return Timings(tuple(laps), _most(resource.RUSAGE_SELF), _most(resource.RUSAGE_CHILDREN))


def _cpu() -> float:
    """Seconds of processors: ours, and those of every process we started that has ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def _born() -> float:
    """When the process began, on the clock that we read; where nobody says so, as long ago as it has been busy."""
    try:
        with open("/proc/self/stat", "rb") as file:
            ticks = int(file.read().rpartition(b")")[2].split()[19])
    except (OSError, ValueError, IndexError):
        return time.monotonic() - time.process_time()
    age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    return time.monotonic() - max(age, time.process_time())  # a tick is 10 ms, and may not have come yet


def _most(who: int) -> int:
    """Bytes; Linux counts kilobytes, macOS bytes."""
    return resource.getrusage(who).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
