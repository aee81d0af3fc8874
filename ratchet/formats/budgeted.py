"""Callouts for systems that show only so many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ratchet.formats.callouts import Callout, Level, new_first
from ratchet.formats.paint import plural

__all__ = ["budgeted", "left_out"]


def budgeted(found: Sequence[Callout], most: Mapping[Level, int]) -> list[Callout]:
    """Of each level as many as are shown, the new sites first."""
    taken: Counter[Level] = Counter()
    shown = []
    for each in new_first(found):
        if taken[each.level] < most[each.level]:
            shown.append(each)
        taken[each.level] += 1
    return shown


def left_out(found: Sequence[Callout], shown: Sequence[Callout]) -> str:
    """How many there are besides those that are shown, and where they are; nothing where all are."""
    counts = Counter(each.level for each in found)
    counts.subtract(each.level for each in shown)
    missing = [plural(counts[level], f"more {level}") for level in Level if counts[level]]
    every = sum(each.site is not None for each in found)
    return (
        f"{' and '.join(missing)} not shown here; all: ratchet check --concise --max-findings {every}"
        if missing
        else ""
    )
