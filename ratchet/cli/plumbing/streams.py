"""Where output goes: one format on stdout, any number of others in files, complaints on stderr."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping

import click

from ratchet.formats.mistakes import mistake_lines
from ratchet.formats.muted import muted
from ratchet.formats.paint import Paint
from ratchet.model.errors import RatchetError
from ratchet.model.verdict import Exit
from ratchet.repo.atomic import replace_file
from ratchet.repo.places import as_given

__all__ = ["Renderers", "abandon_stdout", "complain", "emit", "print_one", "wants_colour", "write_files"]

Renderers = Mapping[str, Callable[[Paint], str]]
"""Format → the function that renders the result; only `text` looks at the paint."""


def emit(renderers: Renderers, chosen: str, outputs: tuple[str, ...], colour: str) -> str:
    """Print one format, write the others to the files that `--output NAME=FILE` names; back comes what was printed."""
    write_files(renderers, outputs)
    return print_one(renderers, chosen, colour)


def write_files(renderers: Renderers, outputs: tuple[str, ...]) -> None:
    """Write each `NAME=FILE`; all are looked at before the first is written."""
    files = [_output(given, renderers) for given in outputs]
    for name, path in files:
        _write(path, _rendered(renderers, name, Paint(False)))


def print_one(renderers: Renderers, chosen: str, colour: str) -> str:
    """Print one format on standard output; back comes what was printed."""
    terminal = sys.stdout.isatty()
    paint = Paint(chosen == "text" and wants_colour(colour, terminal), _columns(terminal))
    text = _rendered(renderers, chosen, paint)
    click.echo(text, nl=False, color=paint.colour or None)
    return text


def _rendered(renderers: Renderers, name: str, paint: Paint) -> str:
    """A report; what is text for people commands no CI system in whose log it stands."""
    rendered = renderers[name](paint)
    return muted(rendered) if name == "text" else rendered


def _columns(terminal: bool) -> int:
    """The width of the terminal; what goes into a file or a pipe is the same on every machine."""
    return shutil.get_terminal_size().columns if terminal else Paint().columns


def _output(given: str, renderers: Renderers) -> tuple[str, str]:
    name, equals, path = given.partition("=")
    if not equals or not path:
        raise click.BadParameter(f"`{given}` is not of the form NAME=FILE", param_hint="--output")
    if name not in renderers:
        raise click.BadParameter(f"`{name}` is not one of {', '.join(renderers)}", param_hint="--output")
    return name, path


def _write(path: str, text: str) -> None:
    try:
        replace_file(as_given(path), text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise RatchetError(f"cannot write {path}: {error.strerror}", hint="give a path that can be written") from error


def wants_colour(choice: str, terminal: bool) -> bool:
    """`--color` > NO_COLOR > FORCE_COLOR > is it a terminal."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return terminal and os.environ.get("TERM") != "dumb"


def complain(error: RatchetError) -> None:
    """Every mistake, where it stands and what to do, on stderr."""
    paint = Paint(wants_colour("auto", sys.stderr.isatty()))
    lines = mistake_lines(error.mistakes, "error", paint)
    click.echo(muted("\n".join(lines)), err=True, color=paint.colour or None)


def abandon_stdout() -> int:
    """The reader went away (`| head`): no traceback, and not 0, since nobody saw the verdict."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.CANNOT_JUDGE
