"""`ratchet init`: adopt ratchet, or one more rule."""

from __future__ import annotations

import click

from ratchet.acts.git_setup import set_up_git
from ratchet.acts.init import adopt, adopt_rules
from ratchet.acts.translating import adopt_from
from ratchet.acts.world import World, open_world
from ratchet.cli.plumbing.options import reporting
from ratchet.cli.plumbing.progress import watched
from ratchet.cli.plumbing.streams import Renderers, emit
from ratchet.formats import git_setup_text, init_json, init_text
from ratchet.model.reports import Adoption
from ratchet.model.verdict import Exit

__all__ = ["command"]


@click.command("init")
@click.option("--rule", "rules", multiple=True, metavar="ID", help="Adopt only this rule; any number of times.")
@click.option(
    "--from", "source", metavar="FILE", help="First translate the rules of import-linter, tach, … in this file."
)
@click.option("--git", "git", is_flag=True, help="Only let git merge baselines with `ratchet merge`, in this clone.")
@reporting("text", "json")
@click.pass_obj
def command(
    directory: str,
    rules: tuple[str, ...],
    source: str | None,
    git: bool,
    chosen: str,
    outputs: tuple[str, ...],
    colour: str,
) -> int:
    """Write ratchet.toml and the baselines of today's counts; never overwrite.

    With --rule, put one more rule under the ratchet and leave all other budgets as they are.

    With --from, write what .importlinter, setup.cfg, pyproject.toml, tach.toml, .dependency-cruiser.json or deny.toml
    asks for as rules first, and list what cannot be translated. Where there are baselines already, adopt only these.

    With --git, set the merge driver in this clone's git config and name it in .gitattributes, so that branches which
    change the same baselines merge by themselves. Git does not commit its config: every clone runs this once.
    """
    if sum(map(bool, (git, rules, source))) > 1:
        raise click.UsageError("--git, --rule and --from are different things: give one of them")
    world = open_world(directory)
    renderers, code = _git(world) if git else _adoption(world, directory, rules, source)
    emit(renderers, chosen, outputs, colour)
    return code


def _git(world: World) -> tuple[Renderers, Exit]:
    setup = set_up_git(world)
    renderers: Renderers = {
        "text": lambda paint: git_setup_text.render(setup, paint),
        "json": lambda _paint: git_setup_text.render_json(setup),
    }
    return renderers, setup.exit_code


def _adoption(world: World, start: str, rules: tuple[str, ...], source: str | None) -> tuple[Renderers, Exit]:
    with watched(world.bench):
        report = _adopted(world, start, rules, source)
    renderers: Renderers = {
        "text": lambda paint: init_text.render(report, paint),
        "json": lambda _paint: init_json.render(report),
    }
    return renderers, Exit.OK


def _adopted(world: World, start: str, rules: tuple[str, ...], source: str | None) -> Adoption:
    if source is not None:
        return adopt_from(world, start, source)
    return adopt_rules(world, rules) if rules else adopt(world)
