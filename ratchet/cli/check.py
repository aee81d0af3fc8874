"""`ratchet check`: the gate."""

from __future__ import annotations

from datetime import date, timedelta

import click

from ratchet.acts.check import CheckRequest, check
from ratchet.acts.world import open_world
from ratchet.cli.plumbing.options import reporting
from ratchet.cli.plumbing.progress import watched
from ratchet.cli.plumbing.streams import complain, emit
from ratchet.formats import json, text
from ratchet.formats.text import TextStyle
from ratchet.model.errors import RatchetError
from ratchet.model.inspection import Inspection
from ratchet.model.verdict import Side, Verdict
from ratchet.repo.ci import ci_base
from ratchet.repo.clock import today

__all__ = ["command"]

_SUGGESTED = timedelta(days=90)


@click.command("check")
@click.option("--staged", is_flag=True, help="Judge the index (what will be committed) instead of the working tree.")
@click.option("--base", default=None, metavar="REF", help="The merge base with REF is the contract; use this in CI.")
@click.option("--merged", is_flag=True, help="Also judge the tree that merging HEAD into the base would give.")
@click.option(
    "--signoff", default="", metavar="WHO", envvar="RATCHET_SIGNOFF",
    help="A maintainer accepts the loosenings: exit 4 becomes 0. Give it from CI, never from the change.",
)  # fmt: skip
@click.option("--max-findings", "most", type=click.IntRange(0), default=50, show_default=True, help="Sites to show.")
@reporting("text", "json")
@click.pass_obj
def command(
    directory: str,
    staged: bool,
    base: str | None,
    merged: bool,
    signoff: str,
    most: int,
    chosen: str,
    outputs: tuple[str, ...],
    colour: str,
) -> int:
    """Fail when something got worse.

    Without options the working tree is judged against the baselines committed at HEAD. Budgets, rules, config and
    waivers come from there, so that the change under judgement cannot bend them; a change that makes the gate see or
    demand less ends with exit 4, until a maintainer signs it off.

    With --base, the commit where HEAD and REF part takes the place of HEAD. In GitHub Actions, GitLab, Azure
    Pipelines, Buildkite, Bitbucket and Jenkins, merge queues included, the base is found from the environment and the
    report says so; --base wins over it, and --staged never asks for it.

    With --merged, HEAD is also merged into the tip of the base, beside your repository, and held against the budgets
    there: two changes that are fine each by itself cannot land a raise together.

    \b
    Exit codes: 0 nothing got worse · 1 something got worse · 2 could not judge
    · 4 nothing got worse, but the change loosens the gate
    """
    _refuse(staged, base, merged, signoff)
    day = today()
    ci = None if base or staged else ci_base()
    try:
        world = open_world(directory)
        with watched(world.bench):
            verdict = check(world, CheckRequest(day, staged, base or "", signoff, ci, merged))
    except RatchetError as error:
        if chosen == "text" and not outputs:
            raise
        complain(error)
        sides = Side(base or "HEAD"), Side("index" if staged else "worktree")
        verdict = Verdict(*sides, "", Inspection(), problems=error.mistakes)
    expires = str(min(day, date.max - _SUGGESTED) + _SUGGESTED)
    renderers = {
        "text": lambda paint: text.render(verdict, TextStyle(paint, most, expires)),
        "json": lambda _paint: json.render(verdict),
    }
    emit(renderers, chosen, outputs, colour)
    return verdict.exit_code


def _refuse(staged: bool, base: str | None, merged: bool, signoff: str) -> None:
    """What cannot be meant."""
    if signoff and not signoff.strip():
        raise click.BadParameter("a sign-off needs the name of who gives it", param_hint="--signoff")
    if base == "":
        raise click.BadParameter("an empty ref names no base; is a variable of CI not set?", param_hint="--base")
    if merged and staged:
        raise click.UsageError("--merged is about commits, --staged about what is none yet: give one of them")
