"""`ratchet count`: what is there, with no config and no baseline."""

from __future__ import annotations

import click

from ratchet.acts.bench import Bench
from ratchet.acts.count import count
from ratchet.cli.plumbing.buffers import standard_input, stdin_filename
from ratchet.cli.plumbing.completing import complete_rule
from ratchet.cli.plumbing.offering import offered
from ratchet.cli.plumbing.options import reporting, working
from ratchet.cli.plumbing.progress import watched
from ratchet.cli.plumbing.streams import emit
from ratchet.formats.catalogue import names
from ratchet.formats.style import Layout, Style
from ratchet.repo.clock import today

__all__ = ["command"]


@click.command("count")
@click.argument("paths", nargs=-1, metavar="[PATH]…")
@click.option(
    "--rule", "rules", multiple=True, metavar="ID", shell_complete=complete_rule,
    help="Only this rule; any number of times.",
)  # fmt: skip
@click.option(
    "--scope", type=click.Choice(["production", "all"]), default="production", show_default=True,
    help="Which sites to list: production only, or those of tests, benches, examples and build scripts as well.",
)  # fmt: skip
@click.option("--statistics", is_flag=True, help="Text with one row per rule: by scope, and the densest file.")
@stdin_filename
@working
@reporting(*names("count"))
@click.pass_obj
def command(
    directory: str,
    paths: tuple[str, ...],
    rules: tuple[str, ...],
    scope: str,
    statistics: bool,
    buffer: str | None,
    bench: Bench,
    chosen: str,
    outputs: tuple[str, ...],
    colour: str,
) -> int:
    """Count the sites of every rule, outside tests.

    Works on any directory, in git or not: tracked and untracked files that git does not ignore, or every file but the
    obvious build directories. PATH narrows what is shown to files and directories. With --stdin-filename, what comes
    on standard input is counted as that file, and only it is shown.
    """
    if buffer is not None and paths:
        raise click.UsageError("--stdin-filename shows one file: give no PATH with it")
    bench.today = today()
    with watched(bench):
        report = count(directory, paths, rules, scope == "all", bench, standard_input(buffer))
    style = Style(layout=Layout.STATISTICS if statistics else Layout.FULL)
    emit(offered("count", report, style), chosen, outputs, colour)
    return report.exit_code
