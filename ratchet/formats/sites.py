"""The sites a verdict blames, by file and rule: where, the code, the budget, the fix, the way out."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from ratchet.formats.frames import frame
from ratchet.formats.paint import PLAIN, Paint, inert, plural
from ratchet.formats.trace_text import trace_lines
from ratchet.model.finding import State
from ratchet.model.rule import Phase
from ratchet.model.verdict import Cause, Delta, DeltaKind, Judged, Verdict

__all__ = ["OVER", "UNDER", "TextStyle", "site_lines", "started"]

OVER = (DeltaKind.WORSE, DeltaKind.NEW)
UNDER = (DeltaKind.BETTER, DeltaKind.GONE)
_MOST_PLACES = 5


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How much to show, and in which colours; `expires` is the date that a suggested waiver would carry."""

    paint: Paint = PLAIN
    most: int = 50
    expires: str = "YYYY-MM-DD"


def site_lines(verdict: Verdict, style: TextStyle) -> Iterator[str]:
    """A block for each file and rule over its limit; what is common to its sites is said once."""
    left = style.most
    hidden = 0
    for delta, sites in _blamed(verdict):
        shown, left = sites[:left], max(0, left - len(sites))
        hidden += len(sites) - len(shown)
        if shown:
            yield from _block(delta, shown, style)
            yield ""
    if hidden:
        total = hidden + style.most
        yield f"… {plural(hidden, 'more site' if style.most else 'site')} not shown; all with: --max-findings {total}"
        yield ""


def _blamed(verdict: Verdict) -> Iterator[tuple[Delta, list[Judged]]]:
    """Each delta over its limit with its new sites, or all where none is new. Inherited debt has its row below."""
    by_key: dict[tuple[str, str], list[Judged]] = {}
    for each in verdict.findings:
        by_key.setdefault((each.finding.unit, each.finding.rule), []).append(each)
    for delta in verdict.deltas:
        sites = by_key.get((delta.unit, delta.rule), [])
        inherited = delta.cause is Cause.INHERITED and not delta.fails
        if delta.kind in OVER and sites and not inherited and sites[0].rule.phase is not Phase.OBSERVE:
            yield delta, [site for site in sites if site.state is State.NEW] or sites


def started(delta: Delta) -> int:
    """The number to compare with: the budget, or what was there at the base where less than the budget was."""
    return delta.before if delta.kind in OVER and delta.count <= delta.budget else delta.budget


def _block(delta: Delta, sites: list[Judged], style: TextStyle) -> Iterator[str]:
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
    yield f"  {mark} budget: {inert(delta.unit)} {started(delta)} → {delta.count}{waiver}{respent}"
    yield f"  {mark} fix: {inert(rule.advice)}"
    if delta.fails:
        yield f"  {mark} if it is right: {_waive(delta, style)}"


def _place(site: Judged, paint: Paint) -> str:
    finding = site.finding
    where = f"{inert(finding.path)}:{finding.span.line}:{finding.span.column}"
    return f"  {paint.blue('-->')} {where}{f' in {inert(finding.symbol)}' if finding.symbol else ''}"


def _waive(delta: Delta, style: TextStyle) -> str:
    """The command, safe to paste whatever the file is called."""
    path = f"./{delta.unit}" if delta.unit.startswith("-") else delta.unit
    what = f"{shlex.quote(inert(delta.rule))} {shlex.quote(inert(path))}"
    return (
        f'ratchet waive {what} --allow {delta.count - delta.limit} --reason "…" --owner "…" --expires {style.expires}'
    )
