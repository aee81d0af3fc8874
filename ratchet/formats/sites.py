"""The sites a verdict blames, by file and rule: where, the code, the budget, the fix, the way out."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from ratchet.formats.blamed import blamed, started
from ratchet.formats.frames import frame
from ratchet.formats.paint import Paint, inert, plural
from ratchet.formats.style import Style
from ratchet.formats.trace_text import trace_lines
from ratchet.model.finding import Finding, State
from ratchet.model.verdict import Delta, Judged, Verdict

__all__ = ["site_lines"]

_MOST_PLACES = 5


def site_lines(verdict: Verdict, style: Style) -> Iterator[str]:
    """A block for each file and rule over its limit; what is common to its sites is said once."""
    left = style.most
    hidden = 0
    found = list(blamed(verdict))
    at_fault = {delta.rule for delta, sites in found if not _drawn_in(sites)}
    drawn_in = [(delta, sites) for delta, sites in found if _drawn_in(sites) and delta.rule in at_fault]
    for delta, sites in (each for each in found if each not in drawn_in):
        shown, left = sites[:left], max(0, left - len(sites))
        hidden += len(sites) - len(shown)
        if shown:
            yield from _block(delta, shown, style)
            yield ""
    yield from _also(drawn_in, style.paint)
    if hidden:
        total = hidden + style.most
        yield f"… {plural(hidden, 'more site' if style.most else 'site')} not shown; all with: --max-findings {total}"
        yield ""


def _drawn_in(sites: list[Judged]) -> bool:
    """Whether an edge was there before, and only a step that is new elsewhere put it on a cycle."""
    return bool(sites) and all(
        each.rule.verb == "acyclic" and each.finding.trace and not each.finding.trace[0].new
        and any(hop.new for hop in each.finding.trace)
        for each in sites
    )  # fmt: skip


def _also(drawn_in: list[tuple[Delta, list[Judged]]], paint: Paint) -> Iterator[str]:
    """The edges that the new ones above put on a cycle: when those are mended, so are these."""
    if not drawn_in:
        return
    yield f"also on a cycle now, by what is new above: {plural(len(drawn_in), 'edge')} of before"
    for delta, sites in drawn_in[:_MOST_PLACES]:
        place = f"{inert(sites[0].finding.path)}:{sites[0].finding.span.line}"
        yield f"  {paint.blue('-->')} {place}  {inert(delta.unit)}"
    if len(drawn_in) > _MOST_PLACES:
        yield f"      … and {len(drawn_in) - _MOST_PLACES} more"
    yield ""


def _block(delta: Delta, sites: list[Judged], style: Style) -> Iterator[str]:
    paint, rule = style.paint, sites[0].rule
    word = paint.red("error") if delta.fails else paint.yellow("warning")
    yield f"{word}{paint.bold(f'[{inert(delta.rule)}]: {inert(rule.because)}')}"
    if sites[0].state is State.NEW:
        for site in sites:
            yield _place(site, paint)
            yield from frame(site.frame, site.finding.span, "new", paint)
            yield from trace_lines(site.finding, paint)
    else:
        for site in sites[:_MOST_PLACES]:
            yield _place(site, paint)
            yield from trace_lines(site.finding, paint)
        if len(sites) > _MOST_PLACES:
            yield f"      … and {plural(len(sites) - _MOST_PLACES, 'more place')}"
    mark = paint.blue("=")
    waiver = f" with {plural(delta.waived, 'site')} waived" if delta.waived else ""
    respent = "; what was freed is not there to be spent again" if delta.count <= delta.budget else ""
    said = getattr(rule.spec, "bounds", "")
    bounds = f" ({said})" if said else ""
    yield f"  {mark} budget: {inert(delta.unit)} {started(delta)} → {delta.count}{bounds}{waiver}{respent}"
    yield f"  {mark} fix: {inert(rule.advice)}"
    if delta.fails:
        yield f"  {mark} if it is right: {_waive(delta, style)}"


def _place(site: Judged, paint: Paint) -> str:
    finding = site.finding
    where = f"{inert(finding.path)}:{finding.span.line}:{finding.span.column}"
    said = _said(finding)
    where += f" in {inert(finding.symbol)}" if finding.symbol else f"  {inert(said)}" if said else ""
    return f"  {paint.blue('-->')} {where}"


def _said(finding: Finding) -> str:
    """What is found of a unit, where neither the line nor a path shows it."""
    is_path = bool(finding.trace) and " -> " in finding.text
    return finding.text if finding.of and finding.local_symbol == finding.of and not is_path else ""


def _waive(delta: Delta, style: Style) -> str:
    """The command, safe to paste whatever the file is called."""
    path = f"./{delta.unit}" if delta.unit.startswith("-") else delta.unit
    what = f"{shlex.quote(inert(delta.rule))} {shlex.quote(inert(path))}"
    return (
        f'ratchet waive {what} --allow {delta.count - delta.limit} --reason "…" --owner "…" --expires {style.expires}'
    )
