"""`ratchet cache`: what is kept from run to run."""

from __future__ import annotations

import click

from ratchet.acts.cache import clear_cache, look_at_cache
from ratchet.cli.plumbing.options import reporting
from ratchet.cli.plumbing.streams import emit
from ratchet.formats import cache_text

__all__ = ["command"]


@click.command("cache")
@click.argument("what", type=click.Choice(["info", "clear"]), default="info", metavar="[info|clear]")
@reporting("text", "json")
@click.pass_obj
def command(directory: str, what: str, chosen: str, outputs: tuple[str, ...], colour: str) -> int:
    """Say how much is kept from run to run and where, or throw it away.

    What was found in a file is kept by the file's content, in git's own directory, and shared by all work trees and
    branches of the repository. It changes how long a run takes, never what it says; it is bounded in size, and may be
    thrown away at any time. `--no-cache` does without it once, RATCHET_CACHE=off always.
    """
    report = clear_cache(directory) if what == "clear" else look_at_cache(directory)
    renderers = {
        "text": lambda paint: cache_text.render(report, paint),
        "json": lambda _paint: cache_text.render_json(report),
    }
    emit(renderers, chosen, outputs, colour)
    return 0
