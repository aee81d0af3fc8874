"""What a user sees when ratchet itself is at fault."""

from __future__ import annotations

import traceback

import click

from ratchet.formats.muted import muted
from ratchet.formats.paint import inert
from ratchet.model.exits import Exit
from ratchet.model.version import __version__
from ratchet.repo.crash import write_crash

__all__ = ["report_bug"]


def report_bug(error: BaseException) -> int:
    """Write the traceback to a file, say where it is, and leave with exit code 3."""
    text = f"ratchet {__version__}\n" + "".join(traceback.format_exception(error))
    place = write_crash(text)
    click.echo(f"error: this is a bug in ratchet: {type(error).__name__}: {muted(inert(str(error)))}", err=True)
    click.echo(f"  = nothing was judged; please report it with {place or 'the text below'}", err=True)
    if not place:
        click.echo(text, err=True)
    return Exit.BUG
