"""What was measured, as values that go to JSON and come back."""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["Counted", "Curve", "Measured", "Results", "Trial", "from_json", "quartiles", "to_json"]


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds of one command, round by round; `peak` in MB where memory was looked at.

    A command that was stopped took longer than its seconds say.
    """

    name: str
    walls: tuple[float, ...] = ()
    cpus: tuple[float, ...] = ()
    peak: float = 0.0
    stopped: bool = False

    @property
    def wall(self) -> float:
        """The middle."""
        return statistics.median(self.walls)

    @property
    def cpu(self) -> float:
        """The middle."""
        return statistics.median(self.cpus)


@dataclass(frozen=True, slots=True)
class Trial:
    """A job on a corpus: what each command took, how many rounds were thrown away, and how many kept all the same."""

    job: str
    corpus: str
    measured: tuple[Measured, ...]
    disturbed: int = 0
    contended: int = 0

    def by_name(self, name: str) -> Measured | None:
        """What one command took."""
        return next((each for each in self.measured if each.name == name), None)


@dataclass(frozen=True, slots=True)
class Curve:
    """How the seconds of one command grow with something."""

    name: str
    over: str
    points: tuple[tuple[float, float], ...]

    @property
    def slope(self) -> float:
        """Seconds for one more, by least squares; none is no point, since the first one pays for what all share."""
        xs, ys = zip(*(point for point in self.points if point[0] > 0), strict=True)
        return statistics.linear_regression(xs, ys).slope


@dataclass(frozen=True, slots=True)
class Counted:
    """The size of a corpus."""

    role: str
    name: str
    files: int
    rust: int
    megabytes: float
    left_out: int


@dataclass(frozen=True, slots=True)
class Results:
    """All of a run."""

    machine: str
    day: str
    command: str
    versions: tuple[str, ...]
    missing: tuple[str, ...]
    corpora: tuple[Counted, ...]
    trials: tuple[Trial, ...]
    curves: tuple[Curve, ...]

    def trial(self, job: str, corpus: str) -> Trial | None:
        """One job on one corpus."""
        return next((each for each in self.trials if (each.job, each.corpus) == (job, corpus)), None)


def quartiles(values: Sequence[float]) -> tuple[float, float]:
    """The bounds of the middle half; of few values the ends."""
    if len(values) < 4:
        return min(values), max(values)
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, high


def to_json(results: Results) -> str:
    """Every value, rounded to what can be measured."""
    return json.dumps(_rounded(asdict(results)), indent=1) + "\n"


def from_json(text: str) -> Results:
    """What `to_json` wrote."""
    data = json.loads(text)
    return Results(
        data["machine"], data["day"], data["command"], tuple(data["versions"]), tuple(data["missing"]),
        tuple(Counted(**each) for each in data["corpora"]),
        tuple(_trial(each) for each in data["trials"]),
        tuple(Curve(each["name"], each["over"], tuple((x, y) for x, y in each["points"])) for each in data["curves"]),
    )  # fmt: skip


def _trial(data: dict[str, Any]) -> Trial:
    measured = tuple(
        Measured(each["name"], tuple(each["walls"]), tuple(each["cpus"]), each["peak"], each["stopped"])
        for each in data["measured"]
    )
    return Trial(data["job"], data["corpus"], measured, data["disturbed"], data["contended"])


def _rounded(value: object) -> object:
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    return round(value, 4) if isinstance(value, float) else value
