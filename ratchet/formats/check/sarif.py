"""A verdict as SARIF 2.1.0: every finding with its state, every loosening, and what kept it from judging."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ratchet.formats.blamed import blamed, inherited
from ratchet.formats.callouts import NOWHERE, Callout, Level, callouts
from ratchet.formats.fingerprints import fingerprints
from ratchet.formats.sarif_log import (
    Object,
    Result,
    descriptor,
    gate_descriptor,
    invocation,
    location,
    log,
    site_location,
)
from ratchet.formats.style import Style
from ratchet.formats.trace_text import path_words
from ratchet.model.finding import State
from ratchet.model.rule import Phase
from ratchet.model.verdict import Judged, Verdict

__all__ = ["render"]

_STATES = {State.NEW: "new", State.WAIVED: "new", State.KNOWN: "unchanged", State.MOVED: "updated"}
_NOTIFIED = ("ratchet/problem", "ratchet/warning")


def render(verdict: Verdict, _style: Style) -> str:
    """One run. What the baseline allows, and what is waived or signed off, is there and suppressed."""
    others = [each for each in callouts(verdict) if (each.onto or each.site is None) and each.code not in _NOTIFIED]
    results = [*_findings(verdict), *(_callout(each, verdict.signoff) for each in others)]
    problems = (*verdict.problems, *(verdict.merged.problems if verdict.merged else ()))
    how = invocation(int(verdict.exit_code), problems, verdict.warnings)
    return log(_rules(verdict, others), results, how)


def _rules(verdict: Verdict, others: Sequence[Callout]) -> Mapping[str, Object]:
    """The rules that have a result; of the gate's own, what they are about is all there is to say."""
    known = {each.rule.id: each.rule for each in verdict.findings}
    known |= {each.site.rule.id: each.site.rule for each in others if each.site is not None}
    described = {name: descriptor(rule) for name, rule in known.items()}
    return {each.code: gate_descriptor(each.code) for each in others} | described


def _findings(verdict: Verdict) -> Iterator[Result]:
    levels = {
        id(site): Level.ERROR if delta.fails else Level.WARNING for delta, sites in blamed(verdict) for site in sites
    }
    deltas = {(delta.unit, delta.rule): delta for delta in verdict.deltas}
    prints = fingerprints(each.finding for each in verdict.findings)
    for each, fingerprint in zip(verdict.findings, prints, strict=True):
        finding = each.finding
        delta = deltas.get((finding.unit, finding.rule))
        over = id(each) in levels or (delta is not None and inherited(delta))
        yield Result(
            finding.rule,
            levels.get(id(each), Level.NOTE),
            each.message + path_words(finding),
            site_location(finding, each.frame),
            fingerprint,
            _STATES[each.state],
            "" if over else _justified(each),
            finding.trace,
        )


def _justified(each: Judged) -> str:
    """Why nobody needs to do anything about a site; empty where somebody does."""
    if each.excuse:
        return f"waived by {each.excuse}"
    if each.state is State.WAIVED:
        return "waived"
    if each.state is State.NEW:
        return "the rule is only observed" if each.rule.phase is Phase.OBSERVE else "made up for by other sites"
    return "within the budget that the baseline has for it"


def _callout(callout: Callout, signoff: str) -> Result:
    site = callout.site
    trace = site.finding.trace if site else ()
    accepted = f"signed off by {signoff}" if callout.level is Level.NOTE else ""
    place = site_location(site.finding, site.frame) if site else location(callout.path or NOWHERE, callout.span)
    return Result(callout.code, callout.level, callout.message, place, callout.fingerprint, "new", accepted, trace)
