"""`ratchet tighten`: numbers go down, never up."""

from __future__ import annotations

import click

from ratchet.acts.bench import Bench
from ratchet.acts.tighten import tighten_baselines
from ratchet.acts.world import open_world
from ratchet.cli.plumbing.options import reporting, working
from ratchet.cli.plumbing.progress import watched
from ratchet.cli.plumbing.streams import emit
from ratchet.formats import tighten_json, tighten_text
from ratchet.model.exits import Exit

__all__ = ["command"]


@click.command("tighten")
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 if something could be tightened.")
@click.option(
    "--remeasure",
    is_flag=True,
    help="Take today's numbers for rules whose meaning changed, and drop rules that are gone (needs review).",
)
@working
@reporting("text", "json")
@click.pass_obj
def command(
    directory: str, only_check: bool, remeasure: bool, bench: Bench, chosen: str, outputs: tuple[str, ...], colour: str
) -> int:
    """Lower every budget to what was measured in the working tree.

    Budgets follow code that moved to another file; entries of files that are gone are dropped; no number is raised.
    What is over its budget is left alone and named.
    """
    world = open_world(directory, bench)
    with watched(world.bench):
        report = tighten_baselines(world, not only_check, remeasure)
    renderers = {
        "text": lambda paint: tighten_text.render(report, paint, not only_check),
        "json": lambda _paint: tighten_json.render(report),
    }
    emit(renderers, chosen, outputs, colour)
    return Exit.WORSE if only_check and (report.changes or report.remeasured or report.dropped) else Exit.OK
