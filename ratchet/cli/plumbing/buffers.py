"""A file as an editor has it, on standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import ParamSpec

import click

from ratchet.model.errors import RatchetError

__all__ = ["standard_input", "stdin_filename"]

P = ParamSpec("P")


def stdin_filename(function: Callable[P, int]) -> Callable[P, int]:
    """`--stdin-filename`, for commands that look at a tree."""
    option = click.option(
        "--stdin-filename", "buffer", default=None, metavar="PATH",
        help="Take standard input for the content of this file, saved or not.",
    )  # fmt: skip
    return option(function)


def standard_input(path: str | None) -> tuple[str, bytes] | None:
    """The path that was given with all of standard input; nothing where none was."""
    if path is None:
        return None
    if sys.stdin is None:
        raise RatchetError("standard input is closed, so there is nothing to take for the file", hint="pipe it in")
    return path, sys.stdin.buffer.read()
