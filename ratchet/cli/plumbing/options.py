"""Options that several commands take."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec

import click

from ratchet.acts.bench import Bench
from ratchet.cli.plumbing.collecting import seldom_collected
from ratchet.cli.plumbing.completing import complete_output
from ratchet.cli.plumbing.problems import reporting_problems
from ratchet.cli.plumbing.streams import show_timings
from ratchet.repo.limits import MOST_WORKERS, default_limits
from ratchet.repo.stopwatch import Stopwatch

__all__ = ["reporting", "working"]

P = ParamSpec("P")


def working(function: Callable[P, int]) -> Callable[P, int]:
    """`--no-cache`, `--jobs` and `--timings` for a command that reads files: it is given the bench that it works on."""

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> int:
        afresh, jobs, timings = kwargs.pop("afresh"), kwargs.pop("jobs"), kwargs.pop("timings")
        stopwatch = Stopwatch("start-up") if timings else None
        limits = default_limits(jobs if isinstance(jobs, int) else None)
        bench = kwargs["bench"] = Bench(remembers=not afresh, stopwatch=stopwatch, limits=limits)
        with seldom_collected():
            code = function(*args, **kwargs)
        if bench.stopwatch:
            show_timings(bench.stopwatch.stop())
        return code

    timings = click.option("--timings", is_flag=True, help="Also say on standard error where the time went.")
    afresh = click.option(
        "--no-cache", "afresh", is_flag=True,
        help="Neither use nor keep what is known from earlier runs; RATCHET_CACHE=off.",
    )  # fmt: skip
    jobs = click.option(
        "--jobs", type=click.IntRange(1, MOST_WORKERS), metavar="N", envvar="RATCHET_JOBS",
        help="How many processes parse files: as many as processors, up to eight, unless said; RATCHET_JOBS.",
    )  # fmt: skip
    return afresh(jobs(timings(run)))


def reporting(*formats: str) -> Callable[[Callable[P, int]], Callable[P, int]]:
    """`--format`, `--output` and `--color` for a command that reports, be it that it cannot."""

    def decorate(function: Callable[P, int]) -> Callable[P, int]:
        colour = click.option(
            "--color", "colour", type=click.Choice(["auto", "always", "never"]), default="auto",
            help="Colour; auto looks at NO_COLOR, FORCE_COLOR and the terminal.",
        )  # fmt: skip
        output = click.option(
            "--output", "outputs", multiple=True, metavar="NAME=FILE", shell_complete=complete_output,
            help="Also write the report in the format NAME to FILE; any number of times.",
        )  # fmt: skip
        chosen = click.option(
            "--format", "chosen", type=click.Choice(formats), default=formats[0], show_default=True,
            help="What to print on standard output.",
        )  # fmt: skip
        return chosen(output(colour(reporting_problems(function))))

    return decorate
