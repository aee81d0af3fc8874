"""Whom a verdict blames: the deltas over their limit, each with its sites."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.model.finding import State
from ratchet.model.rule import Phase
from ratchet.model.verdict import Cause, Delta, DeltaKind, Judged, Verdict

__all__ = ["OVER", "UNDER", "blamed", "improved", "inherited", "moved", "sites_of", "started"]

OVER = (DeltaKind.WORSE, DeltaKind.NEW)
UNDER = (DeltaKind.BETTER, DeltaKind.GONE)
Key = tuple[str, str]


def sites_of(verdict: Verdict) -> dict[Key, list[Judged]]:
    """The sites that each number counts, by its unit and rule."""
    found: dict[Key, list[Judged]] = {}
    for each in verdict.findings:
        found.setdefault((each.finding.unit, each.finding.rule), []).append(each)
    return found


def blamed(verdict: Verdict) -> Iterator[tuple[Delta, list[Judged]]]:
    """Each delta over its limit with its new sites, or all where none is new. Inherited debt has its row below."""
    found = sites_of(verdict)
    for delta in verdict.deltas:
        sites = found.get((delta.unit, delta.rule), [])
        watched = not sites or sites[0].rule.phase is not Phase.OBSERVE
        if delta.kind in OVER and (sites or delta.fails) and not inherited(delta) and watched:
            yield delta, [site for site in sites if site.state is State.NEW] or sites


def inherited(delta: Delta) -> bool:
    """Over its budget before the change, and not held against it."""
    return delta.kind in OVER and delta.cause is Cause.INHERITED and not delta.fails


def improved(verdict: Verdict) -> list[Delta]:
    """The numbers that fell; where something is unknown, or only went out of sight, nobody knows that it did."""
    if verdict.problems:
        return []
    hidden = {(each.unit, each.rule) for each in verdict.loosenings if each.what == "production-hidden"}
    return [
        each
        for each in verdict.deltas
        if each.kind in UNDER and hidden.isdisjoint({(each.unit, each.rule), (each.unit, "")})
    ]


def moved(verdict: Verdict) -> list[Delta]:
    """The numbers that only followed their code."""
    return [] if verdict.problems else [delta for delta in verdict.deltas if delta.cause is Cause.MOVED]


def started(delta: Delta) -> int:
    """The number to compare with: the budget, or what was there at the base where less than the budget was."""
    return delta.before if delta.kind in OVER and delta.count <= delta.budget else delta.budget
