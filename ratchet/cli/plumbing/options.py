"""Options that several commands take."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

import click

from ratchet.cli.plumbing.completing import complete_output
from ratchet.cli.plumbing.problems import reporting_problems

__all__ = ["caching", "reporting"]

P = ParamSpec("P")


def caching(function: Callable[P, int]) -> Callable[P, int]:
    """`--no-cache` for a command that reads files."""
    option = click.option(
        "--no-cache",
        "afresh",
        is_flag=True,
        help="Neither use nor keep what is known from earlier runs; RATCHET_CACHE=off.",
    )
    return option(function)


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
