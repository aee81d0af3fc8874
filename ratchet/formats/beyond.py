"""What is wrong with the merged tree and not with the change by itself."""

from __future__ import annotations

from ratchet.model.value import replace
from ratchet.model.verdict import Verdict

__all__ = ["beyond"]


def beyond(verdict: Verdict) -> Verdict | None:
    """Of the verdict on the merged tree what decides, and is not in the other one."""
    merged = verdict.merged
    if merged is None:
        return None
    failing = {(delta.unit, delta.rule, delta.count) for delta in verdict.deltas if delta.fails}
    known = {mistake.message for mistake in verdict.problems}
    return replace(
        merged,
        deltas=tuple(
            each for each in merged.deltas if each.fails and (each.unit, each.rule, each.count) not in failing
        ),
        problems=tuple(each for each in merged.problems if each.message not in known),
        swaps=tuple(each for each in merged.swaps if each.fails and each not in verdict.swaps),
        warnings=(),
        trades=(),
        goals=(),
        measures=(),
        waiting=(),
        loosenings=tuple(each for each in merged.loosenings if each not in verdict.loosenings),
    )
