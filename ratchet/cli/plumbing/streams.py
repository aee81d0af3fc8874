"""Where output goes: one format on stdout, any number of others in files, complaints on stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping

import click

from ratchet.cli.plumbing.terminal import columns, for_people, paint_for, wants_colour
from ratchet.formats.mistakes import mistake_lines
from ratchet.formats.paint import Paint
from ratchet.model.errors import RatchetError
from ratchet.model.exits import Exit
from ratchet.model.timings import Timings
from ratchet.repo.places import as_given

__all__ = ["Renderers", "abandon_stdout", "complain", "emit", "print_one", "show_timings", "write_files"]

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
    paint = paint_for(colour if chosen == "text" else "never")
    text = _rendered(renderers, chosen, paint)
    click.echo(text, nl=False, color=paint.colour or None)
    return text


def _rendered(renderers: Renderers, name: str, paint: Paint) -> str:
    """A report; what is text for people commands no CI system in whose log it stands."""
    rendered = renderers[name](paint)
    return for_people(rendered, paint) if name == "text" else rendered


def _output(given: str, renderers: Renderers) -> tuple[str, str]:
    name, equals, path = given.partition("=")
    if not equals or not path:
        raise click.BadParameter(f"`{given}` is not of the form NAME=FILE", param_hint="--output")
    if name not in renderers:
        raise click.BadParameter(f"`{name}` is not one of {', '.join(renderers)}", param_hint="--output")
    return name, path


def _write(path: str, text: str) -> None:
    from ratchet.repo.atomic import replace_file

    try:
        replace_file(as_given(path), text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise RatchetError(f"cannot write {path}: {error.strerror}", hint="give a path that can be written") from error


def complain(error: RatchetError) -> None:
    """Every mistake, where it stands and what to do, on stderr."""
    terminal = sys.stderr.isatty()
    paint = Paint(wants_colour("auto", terminal), columns(terminal), terminal)
    lines = "\n".join(mistake_lines(error.mistakes, "error", paint))
    click.echo(for_people(lines, paint), err=True, color=paint.colour or None)


def show_timings(timings: Timings) -> None:
    """Where the time went, on stderr: the report is the same with it and without."""
    from ratchet.formats import timings_text

    paint = Paint(wants_colour("auto", sys.stderr.isatty()))
    sys.stdout.flush()  # after the report, in a terminal too
    click.echo(timings_text.render(timings, paint), nl=False, err=True, color=paint.colour or None)


def abandon_stdout() -> int:
    """The reader went away (`| head`): no traceback, and not 0, since nobody saw the verdict."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.CANNOT_JUDGE
