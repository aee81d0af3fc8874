"""Tools for coding agents over the Model Context Protocol: check, explain, next."""

from __future__ import annotations

import asyncio

from mcp.server.mcpserver import MCPServer

from ratchet.acts.bench import Bench
from ratchet.acts.count import only_rules
from ratchet.acts.explain import explain_place, find_subject
from ratchet.acts.explain_fitness import explain_fitness, says_itself
from ratchet.acts.next import FEW, next_work
from ratchet.acts.world import open_world
from ratchet.formats import explain_text, fitness_page, next_text, rule_page
from ratchet.formats.catalogue import render
from ratchet.formats.mistakes import mistake_lines
from ratchet.formats.paint import PLAIN
from ratchet.formats.style import Style
from ratchet.kinds.counted import lines_of, scopes_of
from ratchet.library import check
from ratchet.model.errors import RatchetError
from ratchet.model.version import __version__
from ratchet.repo.clock import today
from ratchet.repo.own_process import OwnProcess

__all__ = ["serve"]

_INSTRUCTIONS = (
    "ratchet refuses changes that make counted debt grow. Call `check` before you say that you are done; mend what it "
    "names in the code. Never edit baselines/, rules/ or ratchet.toml, never add an inline allow or a waiver, and "
    "never move code into tests to satisfy it: such changes are found and need a maintainer. `explain` says why a "
    "site counts, `next` gives small packets of debt to pay off."
)


def serve() -> None:
    """Answer on standard input and output until the agent goes; the work is done in a process of its own."""
    process = OwnProcess()
    server = MCPServer("ratchet", version=__version__, instructions=_INSTRUCTIONS)

    @server.tool(name="check", description="Judge the working tree, the index, or the change since a base revision.")
    async def check_tool(directory: str = ".", base: str = "", staged: bool = False) -> str:
        return await asyncio.wrap_future(process.ask(_check, directory, base, staged))

    @server.tool(name="explain", description="Why a rule exists (rust/unwrap), or why a line counts (src/a.rs:12).")
    async def explain_tool(target: str, directory: str = ".") -> str:
        return await asyncio.wrap_future(process.ask(_explain, target, directory))

    @server.tool(name="next", description="Small packets of debt to pay off, the cheapest first.")
    async def next_tool(directory: str = ".", rule: str = "", reduce: str = str(FEW)) -> str:
        return await asyncio.wrap_future(process.ask(_next, directory, rule, reduce))

    try:
        server.run("stdio")
    finally:
        process.stop()


def _check(directory: str, base: str, staged: bool) -> str:
    """The verdict, one line per site: what, why, allowed fixes, what is no fix, and the next command."""
    try:
        verdict = check(directory, base=base, staged=staged)
    except RatchetError as error:
        return _mistakes(error)
    return render("check", "agent", verdict, Style())


def _explain(target: str, directory: str) -> str:
    """The page of a rule, or the proof of a line."""
    try:
        subject = find_subject(directory, target)
        bench = Bench(today=today())
        bench.remember_in(subject.git)
        if subject.place:
            return explain_text.render(explain_place(subject.snapshot, subject.policy, subject.place, bench), PLAIN)
        rule = only_rules(subject.policy.rulebook, (target,)).rules[target]
        if says_itself(rule.spec):
            return fitness_page.render(explain_fitness(subject.snapshot, subject.policy, rule, bench), PLAIN)
        return rule_page.render(rule, scopes_of(rule.spec), lines_of(rule.spec))
    except RatchetError as error:
        return _mistakes(error)


def _next(directory: str, rule: str, reduce: str) -> str:
    """Packets of work: sites, context, how to mend them, and how that will be judged."""
    try:
        report = next_work(open_world(directory), (rule,) if rule else (), reduce)
    except RatchetError as error:
        return _mistakes(error)
    return next_text.render(report, PLAIN)


def _mistakes(error: RatchetError) -> str:
    return "\n".join(["cannot judge (exit 2)", *mistake_lines(error.mistakes, "error", PLAIN)]) + "\n"
