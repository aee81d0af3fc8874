"""`ratchet init`: adopt ratchet, or one more rule."""

from __future__ import annotations

import click

from ratchet.acts.init import adopt, adopt_rules
from ratchet.acts.world import open_world
from ratchet.cli.plumbing.options import reporting
from ratchet.cli.plumbing.progress import watched
from ratchet.cli.plumbing.streams import emit
from ratchet.formats import init_json, init_text

__all__ = ["command"]


@click.command("init")
@click.option("--rule", "rules", multiple=True, metavar="ID", help="Adopt only this rule; any number of times.")
@reporting("text", "json")
@click.pass_obj
def command(directory: str, rules: tuple[str, ...], chosen: str, outputs: tuple[str, ...], colour: str) -> int:
    """Write ratchet.toml and the baselines of today's counts; never overwrite.

    With --rule, put one more rule under the ratchet and leave all other budgets as they are.
    """
    world = open_world(directory)
    with watched(world.bench):
        report = adopt_rules(world, rules) if rules else adopt(world)
    renderers = {
        "text": lambda paint: init_text.render(report, paint),
        "json": lambda _paint: init_json.render(report),
    }
    emit(renderers, chosen, outputs, colour)
    return 0
