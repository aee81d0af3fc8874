"""The report of a command that could not do what it was asked for."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, cast

from ratchet.cli.plumbing.offering import offered
from ratchet.cli.plumbing.streams import complain, print_one, write_files
from ratchet.formats.style import Style
from ratchet.model.errors import RatchetError
from ratchet.model.verdict import Exit

__all__ = ["reporting_problems"]

P = ParamSpec("P")


def reporting_problems(command: Callable[P, int]) -> Callable[P, int]:
    """A command whose mistakes are a report too, wherever more is asked for than text on standard output."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> int:
        try:
            return command(*args, **kwargs)
        except RatchetError as error:
            chosen, outputs = str(kwargs["chosen"]), cast("tuple[str, ...]", kwargs["outputs"])
            if chosen == "text" and not outputs:
                raise
            complain(error)
            _report(error, chosen, outputs)
            return Exit.CANNOT_JUDGE

    return run


def _report(error: RatchetError, chosen: str, outputs: tuple[str, ...]) -> None:
    renderers = offered("problems", error.mistakes, Style())
    if chosen != "text" and chosen in renderers:  # for people it stands on stderr already
        print_one(renderers, chosen, "never")
    try:
        write_files(renderers, tuple(each for each in outputs if each.partition("=")[0] in renderers))
    except RatchetError as again:
        if again.mistakes != error.mistakes:
            complain(again)
