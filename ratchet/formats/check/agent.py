"""A verdict for a coding agent: per site one line with all it needs, and what it may not do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ratchet.formats.blamed import inherited, started
from ratchet.formats.brief_text import where
from ratchet.formats.callouts import Callout, Level, callouts
from ratchet.formats.closing import gains, outcome
from ratchet.formats.muted import muted
from ratchet.formats.paint import PLAIN, inert, plural
from ratchet.formats.style import Style
from ratchet.formats.trace_text import path_words
from ratchet.model.verdict import Delta, Exit, Judged, Verdict

__all__ = ["render"]

_NEVER = "edit baselines/, raise a budget, waive or allow it, exclude it, or make test code of it"
_NEXT = {
    Exit.WORSE: "fix the lines above, then run: ratchet check",
    Exit.CANNOT_JUDGE: "do what the lines above say, then run: ratchet check",
    Exit.NEEDS_REVIEW: "undo the loosenings unless you were told to make them; only a maintainer may sign them off",
}


def render(verdict: Verdict, style: Style) -> str:
    """The sites to fix, what else stands in the way, what is not the reader's to fix, and the verdict."""
    found = callouts(verdict)
    sites = [each for each in found if each.site is not None]
    deltas = {(delta.unit, delta.rule): delta for delta in verdict.deltas}
    lines = [_line(each, deltas) for each in sites[: style.most]]
    if len(sites) > style.most:
        more = plural(len(sites) - style.most, "more site")
        lines.append(f"… {more} not shown; all with: --max-findings {len(sites)}")
    lines += [_gate(each) for each in found if each.site is None]
    lines += [*_not_yours(verdict.deltas), *gains(verdict, PLAIN), next(outcome(verdict, PLAIN))]
    if verdict.exit_code in _NEXT:
        lines.append(f"Next: {_NEXT[verdict.exit_code]}")
    return muted("\n".join(lines) + "\n")


def _line(callout: Callout, deltas: dict[tuple[str, str], Delta]) -> str:
    """What, why, how to fix it, how not to, and where to read more."""
    site = callout.site
    assert site is not None
    finding = site.finding
    symbol = f" in {inert(finding.symbol)}" if finding.symbol else ""
    delta = deltas.get((finding.unit, finding.rule))
    numbers = f"{inert(delta.unit)} {started(delta)} → {delta.count}; " if delta and not callout.onto else ""
    merged = f" once merged into {inert(callout.onto)}:" if callout.onto else ""
    what = f"`{inert(finding.text)}`{symbol}{inert(path_words(finding))}"
    return (
        f"{inert(finding.path)}{where(callout, ':')} {callout.level}[{inert(callout.code)}]{merged} {site.state}"
        f" {what}; {numbers}why: {inert(site.rule.because)}; fix: {inert(callout.advice)};"
        f" never: {_NEVER}{_trade(site)}; next: ratchet explain {inert(callout.code)}"
    )


def _trade(site: Judged) -> str:
    family = site.rule.family
    return f", or trade it for another rule of the family {inert(family)}" if family else ""


def _gate(callout: Callout) -> str:
    place = f"{inert(callout.path)}{where(callout, ':')} " if callout.path else ""
    word = "next" if callout.level is Level.ERROR else "advice"
    advice = f"; {word}: {inert(callout.advice)}" if callout.advice else ""
    return f"{place}{callout.level}[{inert(callout.code)}] {inert(callout.message)}{advice}"


def _not_yours(deltas: Sequence[Delta]) -> Iterator[str]:
    """Debt that was over its budget before: to be told, so that nobody sets out to fix it."""
    old = [delta for delta in deltas if inherited(delta)]
    if old:
        sites = sum(delta.count - delta.budget for delta in old)
        yield f"not yours: {sites} inherited over {plural(len(old), 'budget')}; leave them alone"
