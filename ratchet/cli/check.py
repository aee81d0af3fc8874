"""`ratchet check`: the gate."""

from __future__ import annotations

import click

from ratchet.acts.bench import Bench
from ratchet.acts.buffering import Buffer, placed
from ratchet.acts.check import check
from ratchet.acts.recalling import check_again
from ratchet.acts.requests import CheckRequest
from ratchet.acts.world import World, open_world
from ratchet.cli.plumbing.buffers import standard_input, stdin_filename
from ratchet.cli.plumbing.expiry import expiry
from ratchet.cli.plumbing.offering import offered
from ratchet.cli.plumbing.options import reporting, working
from ratchet.cli.plumbing.progress import watched
from ratchet.cli.plumbing.remembering import pending, remember
from ratchet.cli.plumbing.streams import complain, emit
from ratchet.formats.catalogue import names, render
from ratchet.formats.style import Layout, Style
from ratchet.model.errors import RatchetError
from ratchet.model.inspection import Inspection
from ratchet.model.value import replace
from ratchet.model.verdict import Side, Verdict
from ratchet.quick.answers import Relevance
from ratchet.repo.ci import ci_base
from ratchet.repo.clock import today
from ratchet.repo.step_summary import add_to_step_summary

__all__ = ["command"]


@click.command("check")
@click.option("--staged", is_flag=True, help="Judge the index (what will be committed) instead of the working tree.")
@click.option("--base", default=None, metavar="REF", help="The merge base with REF is the contract; use this in CI.")
@click.option("--merged", is_flag=True, help="Also judge the tree that merging HEAD into the base would give.")
@click.option(
    "--signoff", default="", metavar="WHO", envvar="RATCHET_SIGNOFF",
    help="A maintainer accepts the loosenings: exit 4 becomes 0. Give it from CI, never from the change.",
)  # fmt: skip
@click.option("--max-findings", "most", type=click.IntRange(0), default=50, show_default=True, help="Sites to show.")
@click.option("--concise", is_flag=True, help="Text with one line per site.")
@click.option("--grouped", is_flag=True, help="Text with one line per site, file by file.")
@click.option("--statistics", is_flag=True, help="Text with one row per rule: budget, number, new sites, files.")
@stdin_filename
@working
@reporting(*names("check"))
@click.pass_obj
def command(
    directory: str,
    staged: bool,
    base: str | None,
    merged: bool,
    signoff: str,
    most: int,
    concise: bool,
    grouped: bool,
    statistics: bool,
    buffer: str | None,
    bench: Bench,
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

    With --stdin-filename, an editor asks before it saves: what comes on standard input stands for that file.

    \b
    Formats: text for people (--concise, --grouped), agent for coding agents,
    markdown for the comment of a pull request, json and jsonl for scripts, sarif,
    github, gitlab, azure, teamcity, junit, checkstyle, rdjson and rdjsonl for CI

    \b
    Exit codes: 0 nothing got worse · 1 something got worse · 2 could not judge
    · 4 nothing got worse, but the change loosens the gate
    """
    _refuse(staged, base, merged, signoff, buffer)
    layout = _layout(concise, grouped, statistics)
    day = today()
    ci = None if base or staged else ci_base()
    request = CheckRequest(day, staged, base or "", signoff, ci, merged)
    brief = chosen == "text" and layout is Layout.FULL
    try:
        verdict, relevance = _judge(open_world(directory, bench), request, standard_input(buffer), directory, brief)
    except RatchetError as error:
        if chosen == "text" and not outputs:
            raise
        complain(error)
        verdict, relevance = _without_verdict(request, error), None
    style = Style(most=most, expires=expiry(day), layout=layout)
    printed = emit(offered("check", verdict, style), chosen, outputs, colour)
    if "github" in {chosen, *(each.partition("=")[0] for each in outputs)}:
        _summarise(verdict, style)
    remember(printed, verdict.exit_code, relevance)
    return verdict.exit_code


def _judge(
    world: World, request: CheckRequest, buffer: Buffer | None, directory: str, brief: bool
) -> tuple[Verdict, Relevance | None]:
    """The verdict, and which files can change it, where somebody may ask again."""
    with watched(world.bench):
        request = replace(request, buffers=placed(buffer, directory, world.git.top))
        asked = pending()
        return check_again(world, request, asked, brief) if asked else (check(world, request), None)


def _without_verdict(request: CheckRequest, error: RatchetError) -> Verdict:
    sides = Side(request.base or "HEAD"), Side("index" if request.staged else "worktree")
    return Verdict(*sides, "", Inspection(), problems=error.mistakes)


def _layout(concise: bool, grouped: bool, statistics: bool) -> Layout:
    chosen = {Layout.CONCISE: concise, Layout.GROUPED: grouped, Layout.STATISTICS: statistics}
    given = [layout for layout, is_given in chosen.items() if is_given]
    if len(given) > 1:
        raise click.UsageError(f"--{given[0]} and --{given[1]} are two layouts of text: give one of them")
    return given[0] if given else Layout.FULL


def _summarise(verdict: Verdict, style: Style) -> None:
    """The comment of a pull request as the summary of the step; that it cannot be written changes no verdict."""
    try:
        add_to_step_summary(render("check", "markdown", verdict, style))
    except RatchetError as error:
        complain(error)


def _refuse(staged: bool, base: str | None, merged: bool, signoff: str, buffer: str | None) -> None:
    """What cannot be meant."""
    if signoff and not signoff.strip():
        raise click.BadParameter("a sign-off needs the name of who gives it", param_hint="--signoff")
    if base == "":
        raise click.BadParameter("an empty ref names no base; is a variable of CI not set?", param_hint="--base")
    if merged and staged:
        raise click.UsageError("--merged is about commits, --staged about what is none yet: give one of them")
    if buffer is not None and (staged or merged):
        raise click.UsageError("--stdin-filename is about what is not saved yet: give no --staged or --merged with it")
