"""The end of a report: what was looked at, what got better, how it went, what to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ratchet.formats.inspected import inspected_lines
from ratchet.formats.paint import Paint, inert, plural
from ratchet.formats.sides import base_line, commit_name, merged_line
from ratchet.formats.sites import OVER, UNDER
from ratchet.model.verdict import Cause, Delta, Exit, Verdict

__all__ = ["closing"]


def closing(verdict: Verdict, paint: Paint) -> Iterator[str]:
    """The last lines; a command stands at the end of a line of its own, where no terminal breaks it."""
    yield from inspected_lines(verdict.inspection, paint)
    if not verdict.problems:
        hidden = {(each.unit, each.rule) for each in verdict.loosenings if each.what == "production-hidden"}
        under = [delta for delta in verdict.deltas if delta.kind in UNDER]
        yield from _better([delta for delta in under if (delta.unit, delta.rule) not in hidden], paint)
        yield from _moved([delta for delta in verdict.deltas if delta.cause is Cause.MOVED], paint)
    yield from base_line(verdict, paint)
    yield from merged_line(verdict, paint)
    yield _outcome(verdict.decisive, paint)
    yield from _next(verdict.decisive)


def _better(better: Sequence[Delta], paint: Paint) -> Iterator[str]:
    """Celebrate what improved: what is still to be locked in, and what this change has locked in already."""
    for locked, what in ((True, "locked in by this change"), (False, "lock it in: ratchet tighten")):
        chosen = [delta for delta in better if delta.locked is locked]
        if chosen:
            freed = sum(delta.budget - delta.count for delta in chosen)
            yield paint.green(f"better: {plural(freed, 'site')} fewer in {plural(len(chosen), 'budget')}; {what}")


def _moved(moved: Sequence[Delta], paint: Paint) -> Iterator[str]:
    waiting = [delta for delta in moved if not delta.locked]
    if waiting:
        yield paint.yellow(
            f"moved: {plural(len(waiting), 'budget')} changed with the code; write it down: ratchet tighten"
        )


def _outcome(verdict: Verdict, paint: Paint) -> str:
    """The one line that says how it went."""
    base = verdict.base
    against = f"against {commit_name(base)}" if base.id else "(nothing is committed yet)"
    against += " once merged" if verdict.head.ref == "merged" else ""
    if verdict.exit_code is Exit.WORSE:
        failing = sum(delta.fails for delta in verdict.deltas)
        if not failing:
            return f"{paint.red('FAIL')}  {plural(sum(each.fails for each in verdict.swaps), 'swap')} {against}"
        return f"{paint.red('FAIL')}  {plural(failing, 'budget')} exceeded {against}"
    if verdict.exit_code is Exit.CANNOT_JUDGE:
        return f"{paint.red('CANNOT JUDGE')}  {plural(len(verdict.problems), 'problem')} above; nothing passes unseen"
    if verdict.exit_code is Exit.NEEDS_REVIEW:
        what = f"nothing got worse, but the change loosens the gate in {plural(len(verdict.loosenings), 'place')}"
        return f"{paint.yellow('NEEDS REVIEW')}  {what}"
    held = f"{plural(len(verdict.rules), 'rule')}, {plural(sum(line.count for line in verdict.rules), 'site')}"
    over = any(delta.kind in OVER for delta in verdict.deltas)
    what = "nothing that blocks got worse" if over else "nothing got worse"
    signed = f"; {plural(len(verdict.loosenings), 'loosening')} signed off by {inert(verdict.signoff)}"
    return f"{paint.green('PASS')}  {what} {against}: {held}{signed if verdict.loosenings else ''}"


def _next(verdict: Verdict) -> Iterator[str]:
    """What to do now, where something is to be done."""
    if verdict.exit_code is Exit.WORSE:
        rule = next((delta.rule for delta in verdict.deltas if delta.fails), "")
        yield f"Next: ratchet explain {inert(rule)}" if rule else "Next: ratchet diff"
    if verdict.exit_code is Exit.NEEDS_REVIEW:
        yield "Next: a maintainer lets it pass with --signoff NAME, given from outside the change"
