"""What a verdict tells besides its numbers, a line each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ratchet.formats.paint import Paint, inert, plural
from ratchet.model.notes import GoalLine, MeasureChange, Swap, Trade, Waiting, Why
from ratchet.model.verdict import Verdict

__all__ = ["note_lines"]


def note_lines(verdict: Verdict, paint: Paint) -> Iterator[str]:
    """Changes of measure, rules without a budget, swaps, trades and goals."""
    lines = [
        *(paint.yellow("measure: ") + _measure(each) for each in verdict.measures),
        *(paint.yellow(word) + text for word, text in _waiting(verdict.waiting)),
        *((paint.red if each.fails else paint.yellow)("swapped: ") + _swap(each) for each in verdict.swaps),
        *(paint.yellow("traded: ") + _trade(each) for each in verdict.trades),
        *((paint.red if each.missed else paint.blue)("goal: ") + _goal(each) for each in verdict.goals),
    ]
    yield from lines
    if lines:
        yield ""


def _measure(each: MeasureChange) -> str:
    parts = f"code {each.code:+d}, measurement {each.measurement:+d}"
    totals = (
        f"{each.old_base} → {each.old_head} as the base measures, {each.new_base} → {each.new_head} as the change does"
    )
    return f"{inert(each.rule)} means something else: {parts} ({totals})"


def _waiting(rules: Sequence[Waiting]) -> Iterator[tuple[str, str]]:
    """One line for each reason, with the command."""
    by_why = {why: [inert(each.rule) for each in rules if each.why is why] for why in Why}
    if names := by_why[Why.MEANING_CHANGED]:
        means = "means" if len(names) == 1 else "mean"
        what = f"{', '.join(names)} {means} something else in this release, and no file may have more than the base"
        yield "remeasure: ", f"{what}; to take the budgets anew: ratchet tighten --remeasure"
    if names := by_why[Why.MENDED]:
        what = f"{', '.join(names)} failed the examples at the base, and no file may have more than the base"
        yield "mended: ", f"{what}; to take the budgets anew: ratchet tighten --remeasure"
    if names := by_why[Why.NOT_ADOPTED]:
        options = " ".join(f"--rule {name}" for name in names)
        yield "observed: ", f"{plural(len(names), 'shipped rule')} without a baseline; to adopt: ratchet init {options}"


def _swap(each: Swap) -> str:
    ends = "swap is set to block" if each.fails else "see: ratchet diff"
    return f"{plural(each.number, 'site')} of {inert(each.rule)} in {inert(each.unit)} for as many others; {ends}"


def _trade(each: Trade) -> str:
    return f"{_amounts(each.fell)} became {_amounts(each.rose)} in {inert(each.symbol)} ({inert(each.unit)})"


def _amounts(changes: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{number} {inert(rule)}" for rule, number in changes)


def _goal(each: GoalLine) -> str:
    start = f"{inert(each.rule)} {each.count} → {each.to} by {each.by}"
    if not each.left:
        return f"{start}: reached"
    if each.missed:
        return f"{start}: missed, {plural(each.left, 'site')} to go"
    return f"{start}: {plural(each.left, 'site')} to go in {plural(each.days, 'day')}, {_pace(each)}"


def _pace(each: GoalLine) -> str:
    """How fast it has to be: sites per day, or days per site."""
    if each.days <= each.left:
        return f"{-(-each.left // max(1, each.days))} a day"
    return f"one every {plural(each.days // each.left, 'day')}"
