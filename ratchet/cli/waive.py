"""`ratchet waive`: an explicit, owned, dated permission."""

from __future__ import annotations

from datetime import datetime

import click

from ratchet.acts.waive import waive
from ratchet.acts.world import from_top, open_world
from ratchet.cli.plumbing.completing import complete_rule
from ratchet.cli.plumbing.options import reporting
from ratchet.cli.plumbing.streams import emit
from ratchet.formats import waive_text
from ratchet.model.waiver import Waiver
from ratchet.repo.clock import today

__all__ = ["command"]


@click.command("waive")
@click.argument("rule", shell_complete=complete_rule)
@click.argument("path", type=click.Path())
@click.option("--allow", type=click.IntRange(1), required=True, help="How many sites above the budget.")
@click.option("--reason", required=True, help="Why this is right, for the reviewer.")
@click.option("--owner", required=True, help="Who answers for it.")
@click.option(
    "--expires", type=click.DateTime(["%Y-%m-%d"]), required=True, metavar="DATE", help="The last day, as 2027-03-31."
)
@click.option("--issue", default="", help="Where the work to remove it is tracked.")
@reporting("text", "json")
@click.pass_obj
def command(
    directory: str,
    rule: str,
    path: str,
    allow: int,
    reason: str,
    owner: str,
    expires: datetime,
    issue: str,
    chosen: str,
    outputs: tuple[str, ...],
    colour: str,
) -> int:
    """Permit RULE to exceed its budget in PATH, for a reason, by an owner, until a date.

    The waiver is written to the ledger. A check of the change that adds it ends with exit 4 until a maintainer signs it
    off; once it is committed on the base it is in force, and when it expires the sites count again.
    """
    world = open_world(directory)
    waiver = Waiver(rule, from_top(world, directory, path), allow, reason, owner, expires.date(), issue)
    written = waive(world, waiver, today())
    renderers = {
        "text": lambda paint: waive_text.render(waiver, written, paint),
        "json": lambda _paint: waive_text.render_json(waiver, written),
    }
    emit(renderers, chosen, outputs, colour)
    return 0
