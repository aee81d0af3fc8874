"""`ratchet watch`: the gate again, whenever a file changes."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from ratchet.acts.check import check
from ratchet.acts.requests import CheckRequest
from ratchet.acts.world import World, open_world
from ratchet.cli.plumbing.extras import need
from ratchet.cli.plumbing.offering import offered
from ratchet.cli.plumbing.progress import watched
from ratchet.cli.plumbing.streams import complain, print_one
from ratchet.formats.paint import inert, plural
from ratchet.formats.style import Layout, Style
from ratchet.model.errors import RatchetError
from ratchet.model.verdict import Verdict
from ratchet.repo.clock import today
from ratchet.repo.watching import changes

__all__ = ["command"]

_NAMED = 3


@click.command("watch")
@click.option("--base", default="", metavar="REF", help="The merge base with REF is the contract; HEAD unless given.")
@click.option("--max-findings", "most", type=click.IntRange(0), default=10, show_default=True, help="Sites to show.")
@click.option(
    "--color", "colour", type=click.Choice(["auto", "always", "never"]), default="auto",
    help="Colour; auto looks at NO_COLOR, FORCE_COLOR and the terminal.",
)  # fmt: skip
@click.pass_obj
def command(directory: str, base: str, most: int, colour: str) -> int:
    """Check the working tree now and whenever one of its files changes, until Ctrl-C.

    Each time that changes something: the new sites in a line each, and how it went. Nothing is written; what cannot be
    judged, as a file half typed, is said, and the watch goes on.

    Needs the extra `watch`: pip install "ratchet-lint[watch]"
    """
    need("watchfiles", "watch")
    world = open_world(directory)
    last = _look(world, base, most, colour, None)
    for paths in changes(world.git):
        last = _look(world, base, most, colour, last, paths)
    return 0


def _look(
    world: World, base: str, most: int, colour: str, last: object, paths: Iterable[str] = ()
) -> tuple[object, ...]:
    """Judge, and tell where that is news."""
    try:
        with watched(world.bench):
            verdict = check(world, CheckRequest(today(), base=base))
    except RatchetError as error:
        if error.mistakes != last:
            complain(error)
        return error.mistakes
    news = _news(verdict)
    if news != last:
        _tell(verdict, most, colour, sorted(paths))
    return news


def _news(verdict: Verdict) -> tuple[object, ...]:
    """Two verdicts that agree in this say the same."""
    return verdict.base.id, verdict.head.id, verdict.policy, verdict.exit_code, verdict.loosenings


def _tell(verdict: Verdict, most: int, colour: str, paths: list[str]) -> None:
    if paths:
        more = f" and {plural(len(paths) - _NAMED, 'more file')}" if len(paths) > _NAMED else ""
        click.echo(f"\n{', '.join(inert(path) for path in paths[:_NAMED])}{more}:")
    style = Style(most=most, layout=Layout.CONCISE)
    print_one(offered("check", verdict, style), "text", colour)
    sys.stdout.flush()
