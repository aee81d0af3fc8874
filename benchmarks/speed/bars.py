"""What is promised, and whether it was kept."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.speed.growth import CHANGED, FILES
from benchmarks.speed.results import Measured, Results, quartiles
from benchmarks.speed.rivals import AST_GREP, GIT, OURS, PARSE, PYTHON, RIPGREP, SEMGREP

__all__ = ["BARS", "Bar", "Outcome", "outcomes"]


@dataclass(frozen=True, slots=True)
class Bar:
    """In a job on a corpus, ratchet takes at most so much of what another takes; without a number it is only shown."""

    job: str
    corpus: str
    other: str
    most: float | None = None


BARS = (
    Bar("warm", "large", GIT, 1.0),
    Bar("warm", "large", RIPGREP, 0.7),
    Bar("warm", "small", PYTHON, 3.0),
    Bar("warm", "small", GIT),
    Bar("staged, nothing relevant", "large", PYTHON, 2.0),
    Bar("staged, nothing relevant", "small", PYTHON, 2.0),
    Bar("staged, nothing relevant", "large", GIT, 0.3),
    Bar("staged, one file", "large", PYTHON, 4.0),
    Bar("staged, one file", "small", PYTHON, 4.0),
    Bar("base, 20 files", "large", GIT, 1.5),
    Bar("cold", "large", AST_GREP, 0.6),
    Bar("cold", "large", SEMGREP, 0.05),
    Bar("cold", "large", PARSE),
    Bar("cold", "small", AST_GREP, 0.75),
    Bar("cold", "small", SEMGREP),
    Bar("cold", "small", PARSE),
    Bar("memory, cold", "large", AST_GREP, 1.2),
)
MEMORY_WARM = 50.0
PER_MEGABYTE = 0.2
BESIDE_GIT = 1.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """A line of the table: what was asked, what came out, in words, and whether it is enough."""

    job: str
    corpus: str
    ours: str
    other: str
    ratio: str
    bar: str
    met: bool | None


def outcomes(results: Results) -> list[Outcome]:
    """Every promise that this run can speak of."""
    ratios = [found for bar in BARS if (found := _ratio(bar, results))]
    return [*ratios, *_memory(results), *_growth(results)]


def _ratio(bar: Bar, results: Results) -> Outcome | None:
    trial = results.trial(bar.job, bar.corpus)
    ours, other = (trial.by_name(OURS), trial.by_name(bar.other)) if trial else (None, None)
    if not ours or not other:
        return None
    measure = (lambda each: (each.peak,)) if ours.peak else _walls
    middle = _middle(ours) / _middle(other)
    low, high = quartiles([mine / theirs for mine, theirs in zip(measure(ours), measure(other), strict=False)])
    spread = f" ({low:.2f}–{high:.2f})" if len(measure(other)) > 1 else ""
    ratio = f"{'under ' if other.stopped else ''}{middle:.2f}{spread}"
    beside = f"{bar.other} {_said(other)}"
    if bar.most is None:
        return Outcome(bar.job, bar.corpus, _said(ours), beside, ratio, "", None)
    # What was stopped took longer than we know: that says nothing against us.
    met = True if middle <= bar.most else None if other.stopped else False
    return Outcome(bar.job, bar.corpus, _said(ours), beside, ratio, f"≤ {bar.most:g}", met)


def _walls(each: Measured) -> tuple[float, ...]:
    return each.walls


def _middle(each: Measured) -> float:
    return each.peak or each.wall


def _said(each: Measured) -> str:
    """Wall and CPU time, or memory."""
    if each.peak:
        return f"{each.peak:.0f} MB"
    if each.stopped:
        return f"over {_seconds(each.wall)}"
    return f"{_seconds(each.wall)} ({_seconds(each.cpu)} CPU)"


def _seconds(value: float) -> str:
    return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.1f} s"


def _memory(results: Results) -> list[Outcome]:
    found = []
    for trial in results.trials:
        ours = trial.by_name(OURS)
        if trial.job == "memory, warm" and ours:
            met = 0 < ours.peak <= MEMORY_WARM
            found.append(Outcome(trial.job, trial.corpus, _said(ours), "", "", f"≤ {MEMORY_WARM:.0f} MB", met))
    return found


def _growth(results: Results) -> list[Outcome]:
    slopes = {(curve.name, curve.over): curve.slope for curve in results.curves if len(curve.points) > 2}
    found = []
    if (per_megabyte := slopes.get((OURS, CHANGED))) is not None:
        ours, bar = f"{per_megabyte * 1000:.0f} ms CPU per MB", f"≤ {PER_MEGABYTE * 1000:.0f} ms"
        found.append(Outcome("growth with what changed", "small", ours, "", "", bar, 0 < per_megabyte <= PER_MEGABYTE))
    mine, git = slopes.get((OURS, FILES)), slopes.get((GIT, FILES))
    if mine is not None and git is not None and git > 0:
        ours, other = (f"{each * 1e6:.1f} ms per 1,000 files" for each in (mine, git))
        ratio, bar = mine / git, f"≤ {BESIDE_GIT:g}"
        found.append(
            Outcome("growth with files", "synthetic", ours, f"{GIT} {other}", f"{ratio:.2f}", bar, ratio <= BESIDE_GIT)
        )
    return found
