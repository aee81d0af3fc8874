"""A verdict for people: each new site with its frame, the numbers, and the next command."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ratchet.formats.blamed import OVER, UNDER, started
from ratchet.formats.closing import closing
from ratchet.formats.loosened import about
from ratchet.formats.merged_text import merged_lines
from ratchet.formats.mistakes import mistake_lines
from ratchet.formats.notes_text import note_lines
from ratchet.formats.paint import Paint, inert
from ratchet.formats.sites import site_lines
from ratchet.formats.style import Layout, Style
from ratchet.formats.tables import column_of, table
from ratchet.model.verdict import Cause, Delta, Loosening, Verdict

__all__ = ["render"]


def render(verdict: Verdict, style: Style) -> str:
    """The whole report; it ends with one line that says how it went, and one that says what to do."""
    return "\n".join(_lines(verdict, style)) + "\n"


def _lines(verdict: Verdict, style: Style) -> Iterator[str]:
    if style.layout is Layout.FULL:
        return _full(verdict, style)
    if style.layout is Layout.STATISTICS:
        from ratchet.formats.statistics import verdict_statistics

        return verdict_statistics(verdict, style.paint)
    from ratchet.formats.brief_text import brief_lines

    return brief_lines(verdict, style)


def _full(verdict: Verdict, style: Style) -> Iterator[str]:
    paint = style.paint
    yield from (
        *mistake_lines(verdict.problems, "cannot judge", paint),
        *mistake_lines(verdict.warnings, "warning", paint),
        *site_lines(verdict, style),
        *_loosenings(verdict.loosenings, paint),
        *_numbers(verdict, paint),
        *note_lines(verdict, paint),
        *merged_lines(verdict, style),
        *closing(verdict, paint),
    )


def _loosenings(loosenings: Sequence[Loosening], paint: Paint) -> Iterator[str]:
    for each in loosenings:
        said = f"[{inert(each.what)}]: {inert(about(each))}".rstrip(": ")
        yield f"{paint.yellow('loosened')}{paint.bold(said)}"
        yield f"  {paint.blue('-->')} {inert(each.path)}{f':{each.line}' if each.line else ''}"
        if each.detail:
            yield f"  {paint.blue('=')} {inert(each.detail)}"
    if loosenings:
        yield ""


def _numbers(verdict: Verdict, paint: Paint) -> list[str]:
    rows = []
    for delta in verdict.deltas:
        change = delta.count - started(delta)
        numbers = f"{started(delta)} → {delta.count}", f"{change:+d}" if change else ""
        rows.append((inert(delta.unit), inert(delta.rule), *numbers, _word(delta)))
    what = column_of(delta.unit for delta in verdict.deltas)
    lines = table((what, "rule", "budget → now", "", ""), rows, "llrrl", paint)
    return [*lines, ""] if lines else []


def _word(delta: Delta) -> str:
    if delta.kind in OVER:
        if delta.cause is Cause.INHERITED:
            return "over budget" if delta.fails else "over budget before this change"
        return delta.kind if delta.fails else f"{delta.kind} (does not block)"
    if delta.kind in UNDER:
        return "done" if not delta.count else delta.kind
    return f"{delta.waived} waived" if delta.waived else str(delta.cause or delta.kind)
