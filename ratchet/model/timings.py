"""Where the time of a run went."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.model.value import frozen

__all__ = ["Lap", "Timings"]


@frozen
class Lap:
    """What one stage took in all: seconds on the clock and of processors, and how much of what it worked on."""

    stage: str
    wall: float
    cpu: float
    amounts: Mapping[str, int]


@frozen
class Timings:
    """Every stage once, in the order in which they began, and the most memory that one process held.

    `memory` is ours, `others` that of the largest process we started; both in bytes.
    """

    laps: tuple[Lap, ...]
    memory: int
    others: int
