"""`ratchet graph`: who depends on whom, and where that breaks a rule."""

from __future__ import annotations

import click

from ratchet.acts.bench import Bench
from ratchet.acts.graph import Question, graph
from ratchet.cli.plumbing.edges import edges_of, filtering
from ratchet.cli.plumbing.offering import offered
from ratchet.cli.plumbing.options import reporting, working
from ratchet.cli.plumbing.progress import watched
from ratchet.cli.plumbing.streams import emit
from ratchet.formats.catalogue import names
from ratchet.formats.style import Style
from ratchet.kinds.choosing import GRAPHS
from ratchet.kinds.picturing import Outside
from ratchet.repo.clock import today

__all__ = ["command"]


@click.command("graph")
@click.argument("paths", nargs=-1, metavar="[PATH]…")
@click.option("--graph", "graphs", multiple=True, type=click.Choice(GRAPHS), help="Only this graph; may be repeated.")
@click.option("--from", "sources", multiple=True, metavar="WHO", help="Only what WHO depends on; may be repeated.")
@click.option(
    "--to", "targets", multiple=True, metavar="WHAT", help="Only what depends on WHAT; trees are turned round."
)
@click.option("--path", "ends", nargs=2, metavar="A B", help="The shortest path from A to B, hop by hop.")
@click.option("--depth", type=click.IntRange(min=0), metavar="N", help="No further than N steps.")
@click.option(
    "--external/--no-external", "outside", default=None,
    help="All packages from outside, or none; without either those that your own code depends on.",
)  # fmt: skip
@filtering
@working
@reporting(*names("graph"))
@click.pass_obj
def command(
    directory: str,
    paths: tuple[str, ...],
    graphs: tuple[str, ...],
    sources: tuple[str, ...],
    targets: tuple[str, ...],
    ends: tuple[str, str] | None,
    depth: int | None,
    outside: bool | None,
    kinds: str,
    optional: bool,
    types: bool,
    lazy: bool,
    tests: bool,
    sure: bool,
    features: str,
    target: str,
    bench: Bench,
    chosen: str,
    outputs: tuple[str, ...],
    colour: str,
) -> int:
    """Show who depends on whom, with what breaks a rule marked.

    Works on any directory, in git or not, with a config or without: crates from Cargo.toml and Cargo.lock, modules
    from the imports of Python and TypeScript, packages of Go. WHO, WHAT, A and B are names, files, directories, or
    selectors as rules have them. PATH is a --from. It only shows: violations are what `ratchet check` fails for.

    \b
    ratchet graph                             a tree for all that nothing else depends on
    ratchet graph --from core --depth 2       what core depends on, two steps far
    ratchet graph --to ext:tokio              who depends on tokio, and through whom
    ratchet graph --path daemon ext:tokio     the shortest way, each hop with file:line
    ratchet graph --from 'mod:shop.*' --format mermaid
    ratchet graph --output html=graph.html    a page to look around in, without network

    \b
    (*)      what it depends on is shown elsewhere      (+2)     and two more lines say so
    (cycle)  lies on a cycle                            …        --depth ends here
    ✗ RULE   breaks the rule                            ~ RULE   breaks it, frozen by the baseline
    """
    edges = edges_of(kinds, features, target, optional=optional, types=types, lazy=lazy, tests=tests, sure=sure)
    bench.today = today()
    amount = None if outside is None else Outside.ALL if outside else Outside.NONE
    with watched(bench):
        question = Question(paths, graphs, edges, sources, targets, ends or None, depth, amount)
        report = graph(directory, question, bench)
    emit(offered("graph", report, Style()), chosen, outputs, colour)
    return report.exit_code
