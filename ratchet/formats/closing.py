"""The end of a report: what was looked at, what got better, how it went, what to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ratchet.formats.blamed import OVER, improved, moved
from ratchet.formats.inspected import inspected_lines
from ratchet.formats.paint import Paint, inert, plural
from ratchet.formats.sides import base_line, commit_name, merged_line
from ratchet.model.verdict import Delta, Exit, Verdict

__all__ = ["closing", "gains", "outcome", "outlook"]


def closing(verdict: Verdict, paint: Paint) -> Iterator[str]:
    """The last lines; a command stands at the end of a line of its own, where no terminal breaks it."""
    yield from inspected_lines(verdict.inspection, paint)
    yield from gains(verdict, paint)
    yield from base_line(verdict, paint)
    yield from merged_line(verdict, paint)
    yield from outcome(verdict, paint)


def gains(verdict: Verdict, paint: Paint) -> Iterator[str]:
    """What got better, and what only moved."""
    yield from _better(improved(verdict), paint)
    yield from _moved(moved(verdict), paint)


def outcome(verdict: Verdict, paint: Paint) -> Iterator[str]:
    """How it went, and what to do."""
    yield _outcome(verdict.decisive, paint)
    yield from (f"Next: {each}" for each in outlook(verdict))


def _better(better: Sequence[Delta], paint: Paint) -> Iterator[str]:
    """Celebrate what improved: what is still to be locked in, and what this change has locked in already."""
    for locked, what in ((True, "locked in by this change"), (False, "lock it in: ratchet tighten")):
        chosen = [delta for delta in better if delta.locked is locked]
        if chosen:
            freed = sum(delta.budget - delta.count for delta in chosen)
            fewer = f"{plural(freed, 'site')} fewer in {plural(len(chosen), 'budget')}"
            yield f"{paint.green('better:')} {fewer}; {what}"


def _moved(deltas: Sequence[Delta], paint: Paint) -> Iterator[str]:
    waiting = [delta for delta in deltas if not delta.locked]
    if waiting:
        what = f"{plural(len(waiting), 'budget')} changed with the code; write it down: ratchet tighten"
        yield f"{paint.yellow('moved:')} {what}"


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
    sites = sum(line.count for line in verdict.rules) - verdict.sizes
    held = f"{plural(len(verdict.rules), 'rule')}, {plural(sites, 'site')}"
    over = any(delta.kind in OVER for delta in verdict.deltas)
    what = "nothing that blocks got worse" if over else "nothing got worse"
    signed = f"; {plural(len(verdict.loosenings), 'loosening')} signed off by {inert(verdict.signoff)}"
    return f"{paint.green('PASS')}  {what} {against}: {held}{signed if verdict.loosenings else ''}"


def outlook(verdict: Verdict) -> Iterator[str]:
    """What to do now, where something is to be done."""
    decisive = verdict.decisive
    if decisive.exit_code is Exit.WORSE:
        rule = next((delta.rule for delta in decisive.deltas if delta.fails), "")
        yield f"ratchet explain {inert(rule)}" if rule else "ratchet diff"
    if decisive.exit_code is Exit.NEEDS_REVIEW:
        hook = "; in a hook: RATCHET_SIGNOFF=NAME git commit" if verdict.head.ref == "index" else ""
        yield f"a maintainer lets it pass with --signoff NAME, given from outside the change{hook}"
