"""`ratchet init`: adopt ratchet, or one more rule."""

from __future__ import annotations

import click

from ratchet.acts.bench import Bench
from ratchet.acts.ci_setup import set_up_ci
from ratchet.acts.git_setup import set_up_git
from ratchet.acts.hook_setup import set_up_hook
from ratchet.acts.init import adopt, adopt_rules
from ratchet.acts.translating import adopt_from
from ratchet.acts.world import World, open_world
from ratchet.cli.plumbing.completing import complete_rule
from ratchet.cli.plumbing.options import reporting, working
from ratchet.cli.plumbing.progress import watched
from ratchet.cli.plumbing.streams import Renderers, emit
from ratchet.formats import git_setup_text, init_json, init_text, setup_text
from ratchet.model.exits import Exit
from ratchet.model.reports import Adoption
from ratchet.model.setup import Setup
from ratchet.repo.ci_templates import SYSTEMS

__all__ = ["command"]


@click.command("init")
@click.option(
    "--rule", "rules", multiple=True, metavar="ID", shell_complete=complete_rule,
    help="Adopt only this rule; any number of times.",
)  # fmt: skip
@click.option(
    "--from", "source", metavar="FILE", help="First translate the rules of import-linter, tach, … in this file."
)
@click.option("--git", "git", is_flag=True, help="Only let git merge baselines with `ratchet merge`, in this clone.")
@click.option("--git-hook", "hook", is_flag=True, help="Only write a pre-commit hook into this clone.")
@click.option("--ci", "system", type=click.Choice(SYSTEMS), default=None, help="Only write the files of a CI system.")
@working
@reporting("text", "json")
@click.pass_obj
def command(
    directory: str,
    rules: tuple[str, ...],
    source: str | None,
    git: bool,
    hook: bool,
    system: str | None,
    bench: Bench,
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

    With --git-hook, judge every commit of this clone before it is made. With --ci, write the workflow that checks
    every change, and the one that lowers budgets on the main branch. Neither touches a file that is there already.
    """
    if sum(map(bool, (rules, source, git, hook, system))) > 1:
        raise click.UsageError("--rule, --from, --git, --git-hook and --ci are different things: give one of them")
    world = open_world(directory, bench)
    renderers, code = _set_up(world, git, hook, system) or _adoption(world, directory, rules, source)
    emit(renderers, chosen, outputs, colour)
    return code


def _set_up(world: World, git: bool, hook: bool, system: str | None) -> tuple[Renderers, Exit] | None:
    """What is set up instead of adopting anything."""
    if git:
        return _git(world)
    if hook:
        return _files(set_up_hook(world), setup_text.HOOK)
    return _files(set_up_ci(world, system), setup_text.CI) if system else None


def _files(setup: Setup, name: str) -> tuple[Renderers, Exit]:
    renderers: Renderers = {
        "text": lambda paint: setup_text.render(setup, paint),
        "json": lambda _paint: setup_text.render_json(setup, name),
    }
    return renderers, setup.exit_code


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
