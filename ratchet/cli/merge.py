"""`ratchet merge`: two branches' numbers made into one."""

from __future__ import annotations

import sys

import click

from ratchet.acts.merge import merge_sides, resolve
from ratchet.cli.plumbing.options import reporting
from ratchet.cli.plumbing.streams import emit
from ratchet.cli.plumbing.terminal import wants_colour
from ratchet.formats import merge_text
from ratchet.formats.muted import muted
from ratchet.formats.paint import Paint
from ratchet.model.reports import Merging

__all__ = ["command"]


@click.command("merge")
@click.argument("files", nargs=-1, required=True, metavar="FILE | ANCESTOR OURS THEIRS [PATH]")
@reporting("text", "json")
@click.pass_obj
def command(directory: str, files: tuple[str, ...], chosen: str, outputs: tuple[str, ...], colour: str) -> int:
    """Merge a baseline file: keep what each side lowered.

    \b
    ratchet merge baselines/files.toml   resolve the conflict markers in it
    ratchet merge %O %A %B %P            what git runs by itself, once
                                         `ratchet init --git` has set it up

    A number is the smaller of the two where a side lowered it, and follows a file that a side renamed; a raise does
    not survive, unless it only moved budgets or adopted a rule: what may exceed its budget is in waivers.toml. Of
    waivers, both sides' new ones are kept and neither side's removed ones; one that both changed gets the smaller
    number and the earlier end. A rule whose meaning both sides changed is for a person to settle.

    \b
    Exit codes: 0 merged · 1 a conflict that needs a person, as git leaves it
    · 2 could not be read or written, and is as it was
    """
    if len(files) not in {1, 3, 4}:
        raise click.UsageError(f"takes one file, or three with perhaps a path; {len(files)} were given")
    report = resolve(directory, files[0]) if len(files) == 1 else _driven(directory, files, colour)
    renderers = {
        "text": lambda paint: merge_text.render(report, paint) if len(files) == 1 else "",
        "json": lambda _paint: merge_text.render_json(report),
    }
    emit(renderers, chosen, outputs, colour)
    return report.exit_code


def _driven(directory: str, files: tuple[str, ...], colour: str) -> Merging:
    """Merge for git, whose own standard output may be read by a script: what there is to say goes to stderr."""
    report = merge_sides(directory, *files[:3], *(files[3:] or ("",)))
    paint = Paint(wants_colour(colour, sys.stderr.isatty()))
    for line in merge_text.notes(report, paint):
        click.echo(muted(line), err=True, color=paint.colour or None)
    return report
