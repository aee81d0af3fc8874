"""`ratchet next`: the cheapest reductions, as packets of work."""

from __future__ import annotations

import click

from ratchet.acts.bench import Bench
from ratchet.acts.next import FEW, next_work
from ratchet.acts.world import open_world
from ratchet.cli.plumbing.completing import complete_rule
from ratchet.cli.plumbing.options import reporting, working
from ratchet.cli.plumbing.progress import watched
from ratchet.cli.plumbing.streams import complain, emit
from ratchet.formats import next_json, next_text
from ratchet.model.errors import RatchetError

__all__ = ["command"]


@click.command("next")
@click.option(
    "--rule", "rules", multiple=True, metavar="ID", shell_complete=complete_rule,
    help="Only this rule; any number of times.",
)  # fmt: skip
@click.option(
    "--reduce", "amount", default=str(FEW), show_default=True, metavar="N|N%",
    help="How many sites to take away: a number, or a part of all.",
)  # fmt: skip
@working
@reporting("text", "json")
@click.pass_obj
def command(
    directory: str,
    rules: tuple[str, ...],
    amount: str,
    bench: Bench,
    chosen: str,
    outputs: tuple[str, ...],
    colour: str,
) -> int:
    """Say what to do next: the cheapest reductions, a function at a time.

    Each packet names its sites, shows the code around them, and says how to mend them, what does not count as
    mending, and by which number it will be judged. Functions that hold all sites of their file come first.

    \b
    ratchet next                               five sites
    ratchet next --reduce 5% --rule rust/unwrap
    """
    world = open_world(directory, bench)
    with watched(world.bench):
        report = next_work(world, rules, amount)
    emit(
        {"text": lambda paint: next_text.render(report, paint), "json": lambda _paint: next_json.render(report)},
        chosen,
        outputs,
        colour,
    )
    if report.problems and chosen == "text":
        complain(RatchetError.of(report.problems))
    return report.exit_code
