"""Commands that take turns: in each round every one runs once, and a disturbed round is run again."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.speed.processes import Cost, run
from benchmarks.speed.quiet import Quiet
from benchmarks.speed.results import Measured, Trial
from benchmarks.speed.rivals import Tool

__all__ = ["Course", "Entry", "hold"]

Prepare = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Entry:
    """A command, where it runs, and what has to be done before each run and is not measured."""

    tool: Tool
    where: Path
    prepare: Prepare = field(default=lambda: None)
    longest: float = 3600.0


@dataclass(frozen=True, slots=True)
class Course:
    """How many rounds, on how quiet a machine, and how often to try again."""

    rounds: int
    quiet: Quiet
    patience: int = 3


def hold(job: str, corpus: str, entries: Sequence[Entry], course: Course) -> Trial:
    """Run all in turns; another one begins in each round. A single round only tries the benchmark: nothing is warm."""
    print(f"{job} · {corpus}", end=" ", file=sys.stderr, flush=True)
    for entry in entries if course.rounds > 1 else ():
        _one(entry)
    kept: list[list[Cost]] = []
    disturbed = contended = 0
    while len(kept) < course.rounds:
        turn = (len(kept) + disturbed) % len(entries)
        costs, was_disturbed = _round(entries, turn, course.quiet)
        if was_disturbed and disturbed < course.patience * course.rounds:
            disturbed += 1
            print("!", end="", file=sys.stderr, flush=True)
            continue
        contended += was_disturbed
        kept.append(costs)
        print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    measured = tuple(
        Measured(
            entry.tool.name, tuple(costs[at].wall for costs in kept), tuple(costs[at].cpu for costs in kept),
            stopped=any(costs[at].stopped for costs in kept),
        )
        for at, entry in enumerate(entries)
    )  # fmt: skip
    return Trial(job, corpus, measured, disturbed, contended)


def _round(entries: Sequence[Entry], turn: int, quiet: Quiet) -> tuple[list[Cost], bool]:
    """Each once, in the order of the entries; whether something else was going on during any of them."""
    order = [*range(turn, len(entries)), *range(turn)]
    costs: dict[int, Cost] = {}
    disturbed = False
    for at in order:
        entries[at].prepare()
        watch = quiet.watch()
        costs[at] = _one(entries[at], prepare=False)
        disturbed |= quiet.disturbed(watch)
    return [costs[at] for at in sorted(costs)], disturbed


def _one(entry: Entry, prepare: bool = True) -> Cost:
    if prepare:
        entry.prepare()
    cost = run(entry.tool.command, entry.where, entry.longest)
    if cost.code not in entry.tool.codes and not cost.stopped:
        words = " ".join(entry.tool.command)
        raise SystemExit(f"{words} ended with {cost.code}, so nothing can be measured:\n{cost.said or cost.printed}")
    return cost
