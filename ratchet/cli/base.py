"""`ratchet base`: which commit is the contract, and what to fetch for it."""

from __future__ import annotations

import click

from ratchet.acts.basing import find_base
from ratchet.acts.fetching import to_fetch
from ratchet.acts.world import open_world
from ratchet.cli.plumbing.options import reporting
from ratchet.cli.plumbing.streams import emit
from ratchet.formats import base_text
from ratchet.repo.ci import ci_base

__all__ = ["command"]


@click.command("base")
@click.option("--base", "given", default="", metavar="REF", help="As for check; without it CI or the last commit.")
@click.option(
    "--fetch", "depth", type=click.IntRange(1), default=None, metavar="DEPTH",
    help="Print the arguments for `git fetch` that bring what is missing, one in a line; nothing when all is here.",
)  # fmt: skip
@reporting("text", "json")
@click.pass_obj
def command(directory: str, given: str, depth: int | None, chosen: str, outputs: tuple[str, ...], colour: str) -> int:
    """Say which commit `ratchet check` would take for the contract, and why.

    ratchet never uses the network. With --fetch it names what a shallow clone lacks, and the CI system fetches that:

    \b
    for depth in 2 16 128 1024 2147483647; do
      wanted=$(ratchet base --fetch "$depth") && [ -n "$wanted" ] || break
      mapfile -t arguments <<<"$wanted" && git fetch --no-tags "${arguments[@]}"
    done

    \b
    Exit codes: 0 it is here, or can be fetched · 2 no fetch would help
    """
    world = open_world(directory)
    ci = None if given else ci_base()
    if depth is not None:
        click.echo("".join(f"{argument}\n" for argument in to_fetch(world, given, ci, depth)), nl=False)
        return 0
    side = find_base(world, given, ci).side
    renderers = {
        "text": lambda paint: base_text.render(side, paint),
        "json": lambda _paint: base_text.render_json(side),
    }
    emit(renderers, chosen, outputs, colour)
    return 0
