"""Where the time of a run went, as a small table."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.formats.paint import Paint
from ratchet.formats.tables import table
from ratchet.model.timings import Lap, Timings

__all__ = ["OTHER", "render"]

OTHER = "other"
"""The stage of what belongs to none."""

_NEXT_TO_NOTHING = 0.0005
_HEAD = ("where the time went", "clock", "CPU", "")


def render(timings: Timings, paint: Paint) -> str:
    """A row for each stage that had something to do, their sum, and memory; what belongs to no stage comes last."""
    laps = sorted(filter(_did_something, timings.laps), key=lambda lap: lap.stage == OTHER)
    total = Lap("total", sum(lap.wall for lap in timings.laps), sum(lap.cpu for lap in timings.laps), {})
    rows = [(lap.stage, _time(lap.wall), _time(lap.cpu), _amounts(lap.amounts)) for lap in (*laps, total)]
    # A child begins with what its parent held, so less than ours says nothing of it.
    others = f", and {_megabytes(timings.others)} in another process" if timings.others > timings.memory else ""
    memory = f"memory at most {_megabytes(timings.memory)}{others}"
    return "\n".join([*table(_HEAD, rows, "lrrl", paint), memory, ""])


def _did_something(lap: Lap) -> bool:
    return lap.wall >= _NEXT_TO_NOTHING or bool(lap.amounts.get("files"))


def _time(seconds: float) -> str:
    return f"{seconds * 1000:,.0f} ms"


def _amounts(amounts: Mapping[str, int]) -> str:
    """`1,204 files, 3.1 MB`."""
    return ", ".join(_amount(unit, number) for unit, number in amounts.items())


def _amount(unit: str, number: int) -> str:
    if unit == "bytes":
        return _megabytes(number)
    return f"{number:,} {unit.removesuffix('s') if number == 1 else unit}"


def _megabytes(number: int) -> str:
    return f"{number / 1e6:,.1f} MB"
