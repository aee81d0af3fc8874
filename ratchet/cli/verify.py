"""`ratchet verify`: whether a verdict still holds."""

from __future__ import annotations

import click

from ratchet.acts.bench import Bench
from ratchet.acts.verify import verify
from ratchet.acts.world import open_world
from ratchet.cli.plumbing.options import reporting, working
from ratchet.cli.plumbing.progress import watched
from ratchet.cli.plumbing.streams import emit
from ratchet.formats import verify_text
from ratchet.repo.clock import today

__all__ = ["command"]


@click.command("verify")
@click.argument("path", metavar="VERDICT.json")
@working
@reporting("text", "json")
@click.pass_obj
def command(directory: str, path: str, bench: Bench, chosen: str, outputs: tuple[str, ...], colour: str) -> int:
    """Say whether a verdict still holds: a file that `ratchet check --output json=FILE` wrote.

    The same question is asked again, in this repository and today: the policy, the commit that is the contract, the
    files that were judged, the merged tree where there was one, and what was found must all be as the verdict says.
    So a branch that moved on, a waiver that expired and a file that somebody edited are noticed. Whether the verdict
    is good news is another matter: read it.

    \b
    Exit codes: 0 it holds · 1 it does not, and what changed is named
    · 2 this is no verdict, or it cannot be told
    """
    world = open_world(directory, bench)
    with watched(world.bench):
        report = verify(world, path, today())
    renderers = {
        "text": lambda paint: verify_text.render(report, paint),
        "json": lambda _paint: verify_text.render_json(report),
    }
    emit(renderers, chosen, outputs, colour)
    return report.exit_code
