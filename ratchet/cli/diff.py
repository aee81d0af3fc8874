"""`ratchet diff`: the file-by-file ratchet diff."""

from __future__ import annotations

import click

from ratchet.acts.bench import Bench
from ratchet.acts.diff import diff
from ratchet.acts.world import open_world
from ratchet.cli.plumbing.offering import offered
from ratchet.cli.plumbing.options import reporting, working
from ratchet.cli.plumbing.progress import watched
from ratchet.cli.plumbing.streams import emit
from ratchet.formats.catalogue import names
from ratchet.formats.style import Style

__all__ = ["command"]


@click.command("diff")
@click.argument("base", default="HEAD")
@working
@reporting(*names("diff"))
@click.pass_obj
def command(directory: str, base: str, bench: Bench, chosen: str, outputs: tuple[str, ...], colour: str) -> int:
    """Show what changed since BASE, file by file: the numbers, and the sites added, removed and moved.

    BASE is a revision (HEAD by default); the working tree is compared with its merge base. Budgets play no part.
    """
    world = open_world(directory, bench)
    with watched(world.bench):
        report = diff(world, base)
    emit(offered("diff", report, Style()), chosen, outputs, colour)
    return report.exit_code
