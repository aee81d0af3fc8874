"""What `tighten` lowered, for people."""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.formats.paint import Paint, inert, number, plural
from ratchet.formats.tables import column_of, table
from ratchet.model.reports import Lowered, Tightening

__all__ = ["render"]


def render(report: Tightening, paint: Paint, written: bool) -> str:
    """Each budget before and after, and what was left alone."""
    rows = [_row(change) for change in report.changes]
    lines = table((column_of(change.unit for change in report.changes), "rule", "budget", ""), rows, "llrl", paint)
    for name, (before, after) in zip(report.remeasured, report.totals, strict=True):
        anew = f"its meaning changed, today's numbers are its budgets: {before} → {after} in all"
        lines.append(f"{paint.yellow('remeasured')} {inert(name)}: {anew}")
    lines += [
        *(f"{paint.yellow('dropped')} {inert(name)}: no rule has that name" for name in report.dropped),
        *_raised(report, paint),
        _closing(report, paint, written),
        *_over(report, paint),
        *_waiting(report, paint),
        *_unknown(report, paint),
    ]
    return "\n".join(lines) + "\n"


def _row(change: Lowered) -> tuple[str, str, str, str]:
    numbers = f"{change.before} → {change.after}"
    word = "moved with its code" if change.moved else "done: entry removed" if not change.after else ""
    return inert(change.unit), inert(change.rule), numbers, word


def _closing(report: Tightening, paint: Paint, written: bool) -> str:
    if not report.changes and not report.remeasured and not report.dropped:
        return (
            "nothing to tighten"
            if report.over or report.waiting or report.unknown
            else "nothing to tighten: every budget is what was measured"
        )
    saved = sum(change.before - change.after for change in (*report.changes, *report.anew))
    saved += sum(change.after - change.before for change in _higher(report))
    budgets = plural(len(report.changes) + len(report.anew), "budget")
    verb = "changed" if written else "would change"
    done = f"{budgets} {verb}, {number(saved)} fewer allowed, {number(len(_higher(report)))} raised."
    if not written:
        option = " --remeasure" if report.remeasured or report.dropped else ""
        return f"{done} Nothing was written. Run: ratchet tighten{option}"
    return f"{paint.green(done)} Commit {', '.join(inert(path) for path in report.written or (report.directory,))}"


def _over(report: Tightening, paint: Paint) -> list[str]:
    what = "over budget (fix or waive; see ratchet check)"
    return [f"{paint.yellow('left alone')}, {what}: {_first(report.over)}"] if report.over else []


def _raised(report: Tightening, paint: Paint) -> list[str]:
    what = "raised, since the rule finds more there than its budget was"
    higher = _higher(report)
    return [f"{paint.yellow(what)}: {_first(higher)}"] if higher else []


def _higher(report: Tightening) -> Sequence[Lowered]:
    return [row for row in report.anew if row.after > row.before]


def _first(rows: Sequence[Lowered]) -> str:
    named = ", ".join(f"{inert(row.unit)} {inert(row.rule)} {row.before} → {row.after}" for row in rows[:5])
    return f"{named} and {len(rows) - 5} more" if len(rows) > 5 else named


def _waiting(report: Tightening, paint: Paint) -> list[str]:
    if not report.waiting:
        return []
    names = ", ".join(inert(name) for name in report.waiting)
    means = "means" if len(report.waiting) == 1 else "mean"
    what = f"{names} {means} something else in this release"
    return [f"{paint.yellow('left alone')}, {what}; to take the budgets anew: ratchet tighten --remeasure"]


def _unknown(report: Tightening, paint: Paint) -> list[str]:
    if not report.unknown:
        return []
    what = f"no rule has the name {', '.join(inert(name) for name in report.unknown)}"
    return [f"{paint.yellow('left alone')}, {what}; to drop its baseline: ratchet tighten --remeasure"]
