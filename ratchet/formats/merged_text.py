"""What a verdict says of the merged tree, where that is more than it says of the change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ratchet.formats.mistakes import mistake_lines
from ratchet.formats.notes_text import note_lines
from ratchet.formats.paint import inert
from ratchet.formats.sides import commit_name
from ratchet.formats.sites import TextStyle, site_lines
from ratchet.model.verdict import Verdict

__all__ = ["merged_lines"]


def merged_lines(verdict: Verdict, style: TextStyle) -> Iterator[str]:
    """Problems, sites, swaps and loosenings of the merged tree that the change by itself does not have."""
    if verdict.merged is None:
        return
    more = _beyond(verdict, verdict.merged)
    lines = [
        *mistake_lines(more.problems, "cannot judge", style.paint),
        *site_lines(more, style),
        *note_lines(more, style.paint),
        *(f"{style.paint.yellow('loosened')}[{inert(each.what)}]: {inert(each.detail)}" for each in more.loosenings),
    ]
    if lines:
        yield style.paint.bold(f"HEAD merged into {commit_name(more.base)}:")
        yield from lines


def _beyond(verdict: Verdict, merged: Verdict) -> Verdict:
    """Of the verdict on the merged tree what decides, and is not in the other one."""
    failing = {(delta.unit, delta.rule, delta.count) for delta in verdict.deltas if delta.fails}
    known = {mistake.message for mistake in verdict.problems}
    return replace(
        merged,
        deltas=tuple(
            each for each in merged.deltas if each.fails and (each.unit, each.rule, each.count) not in failing
        ),
        problems=tuple(each for each in merged.problems if each.message not in known),
        swaps=tuple(each for each in merged.swaps if each.fails and each not in verdict.swaps),
        trades=(),
        goals=(),
        measures=(),
        loosenings=tuple(each for each in merged.loosenings if each not in verdict.loosenings),
    )
