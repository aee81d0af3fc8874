"""The file-by-file ratchet diff for people."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.formats.inspected import inspected_lines
from ratchet.formats.mistakes import mistake_block
from ratchet.formats.paint import Paint, inert, plural
from ratchet.formats.style import Style
from ratchet.formats.tables import table
from ratchet.model.finding import Finding
from ratchet.model.reports import DiffReport, DiffRow

__all__ = ["render"]


def render(report: DiffReport, style: Style) -> str:
    """Each changed file with its sites, the totals, and one line that sums it up."""
    paint = style.paint
    lines = mistake_block(report.problems, "cannot judge", paint)
    for row in report.rows:
        lines += _row(row, paint)
    changed = {rule: both for rule, both in report.totals.items() if both[0] != both[1]}
    rows = [(inert(rule), f"{before} → {after}", f"{after - before:+d}") for rule, (before, after) in changed.items()]
    totals = table(("rule", "total", ""), rows, "lrr", paint)
    lines += ["", *totals, ""] if totals else [""] if report.rows else []
    lines += inspected_lines(report.inspection, paint)
    lines.append(_closing(report))
    return "\n".join(lines) + "\n"


def _row(row: DiffRow, paint: Paint) -> Iterator[str]:
    change = row.after - row.before
    colour = paint.red if change > 0 else paint.green if change < 0 else paint.yellow
    amount = f"{change:+d}" if change else "same number, other sites"
    yield f"{paint.bold(inert(row.path))}  {inert(row.rule)}  {row.before} → {row.after}  {colour(amount)}"
    for finding in row.removed:
        yield f"  {paint.green('-')} {_site(finding)}"
    for finding in row.added:
        yield f"  {paint.red('+')} {_site(finding)}"
    for old, new in row.moved_in:
        yield f"  {paint.yellow('>')} {_site(new)}  (from {inert(old.path)}:{old.span.line})"
    for old, new in row.moved_out:
        yield f"  {paint.yellow('<')} {_site(old)}  (to {inert(new.path)}:{new.span.line})"


def _site(finding: Finding) -> str:
    symbol = f" in {inert(finding.symbol)}" if finding.symbol else ""
    return f"{finding.span.line}:{finding.span.column} {inert(finding.text)}{symbol}"


def _closing(report: DiffReport) -> str:
    added = sum(len(row.added) for row in report.rows)
    removed = sum(len(row.removed) for row in report.rows)
    moved = sum(len(row.moved_in) for row in report.rows)
    base = f"{inert(report.base.ref)} ({inert(report.base.id[:12])})"
    if not report.rows:
        return f"no difference since {base}"
    return f"since {base}: {plural(added, 'site')} added, {removed} removed, {moved} moved"
