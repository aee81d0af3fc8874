"""Each finding of the head with its state and its message."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ratchet.judge.moves import Matching
from ratchet.model.finding import Finding, State
from ratchet.model.measured import Measured
from ratchet.model.rule import Rulebook
from ratchet.model.value import replace
from ratchet.model.verdict import Delta, DeltaKind, Judged

__all__ = ["judged"]


def judged(
    base: Measured,
    head: Measured,
    matching: Matching,
    deltas: Sequence[Delta],
    rulebook: Rulebook,
    brief: bool = False,
) -> tuple[Judged, ...]:
    """All findings in their order, or in brief those of units where anything differs.

    A waiver covers new sites, as far as those that were there before do not need it.
    """
    by_key = {(delta.unit, delta.rule): delta for delta in deltas}
    states = {id(new): State.NEW if _grew(old, new) else State.KNOWN for old, new in matching.kept}
    states |= {id(new): State.MOVED for _, new in matching.moved}
    covered = _left_of_waivers(by_key, matching)
    for finding in matching.added:
        key = (finding.unit, finding.rule)
        states[id(finding)] = State.WAIVED if covered[key] > 0 else State.NEW
        covered[key] -= 1
    counted = [finding for finding in head.findings if finding.weight]
    if brief:
        units = {delta.unit for delta in deltas if delta.kind is not DeltaKind.SAME or delta.waived}
        units |= {each.unit for each in counted if states[id(each)] is not State.KNOWN}
        counted = [each for each in counted if each.unit in units]
    return tuple(_judged(_with_news(finding, base), states[id(finding)], by_key, rulebook) for finding in counted)


def _left_of_waivers(deltas: Mapping[tuple[str, str], Delta], matching: Matching) -> Counter[tuple[str, str]]:
    """How many new sites waivers cover: what was there before beyond its budget has its part of them already."""
    left = Counter({key: delta.waived for key, delta in deltas.items() if delta.waived})
    known = Counter[tuple[str, str]]()
    for _, finding in (*matching.kept, *matching.moved) if left else ():
        known[finding.unit, finding.rule] += finding.weight
    for key in left:
        left[key] -= max(0, known[key] - deltas[key].budget)
    return left


def _with_news(finding: Finding, base: Measured) -> Finding:
    """The finding with the steps marked that the base does not know: one of them completed the path."""
    if not finding.trace:
        return finding
    trace = (replace(hop, new=(hop.source, hop.target, hop.kind) not in base.links) for hop in finding.trace)
    return replace(finding, trace=tuple(trace))


def _grew(old: Finding, new: Finding) -> bool:
    """A size that is larger than it was; a site that only now counts was there before."""
    return new.weight > max(1, old.weight)


def _judged(finding: Finding, state: State, deltas: Mapping[tuple[str, str], Delta], rulebook: Rulebook) -> Judged:
    delta = deltas[finding.unit, finding.rule]
    rule = rulebook.rules[finding.rule]
    where = f" in {finding.symbol}" if finding.symbol else ""
    message = (
        f"`{finding.text}`{where}: {rule.because} ({finding.unit} has {delta.count}, its budget is {delta.budget})"
    )
    return Judged(finding, state, rule, message)
