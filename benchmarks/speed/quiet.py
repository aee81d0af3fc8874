"""Whether the machine was ours while something was measured."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Quiet", "Watch"]

_TICK = 0.01
"""The kernel counts busy time in ticks; a short round may be off by some."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Readings at the start of a round: the clock, and what all processes and ours have used of the processors."""

    clock: float
    busy: float
    own: float


@dataclass(frozen=True, slots=True)
class Quiet:
    """How much of the processors others may use while we measure."""

    allowed: float
    cores: int

    def watch(self) -> Watch:
        """Begin to look."""
        return Watch(time.perf_counter(), _busy(), _own())

    def disturbed(self, since: Watch) -> bool:
        """Whether others, or the host of a virtual machine, took more than they may."""
        wall = time.perf_counter() - since.clock
        others = (_busy() - since.busy) - (_own() - since.own)
        return others > self.allowed * wall * self.cores + 2 * _TICK


def _busy() -> float:
    """Seconds that all processors were not idle; also those that the host took away. 0 where nothing says so."""
    try:
        words = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()
    except OSError:
        return 0.0
    user, nice, system, _idle, _waiting, irq, soft, stolen = map(int, words[1:9])
    return (user + nice + system + irq + soft + stolen) / os.sysconf("SC_CLK_TCK")


def _own() -> float:
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system
