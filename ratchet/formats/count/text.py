"""What was counted, as tables: rule × scope, and the files with the most."""

from __future__ import annotations

from ratchet.formats.cells import cells, clipped
from ratchet.formats.counted import by_file, by_rule, scopes
from ratchet.formats.inspected import inspected_lines
from ratchet.formats.mistakes import mistake_block
from ratchet.formats.orphaned import orphan_lines
from ratchet.formats.paint import Paint, inert, number, plural
from ratchet.formats.statistics import count_statistics
from ratchet.formats.style import Layout, Style
from ratchet.formats.tables import table
from ratchet.model.reports import CountReport
from ratchet.model.value import replace

__all__ = ["render"]

_LEAST_DETAILS = 12
_MOST_FILES = 10


def render(report: CountReport, style: Style) -> str:
    """A row per rule with a column per scope, then the top files of what is shown."""
    paint = style.paint
    if not report.inspection.files:
        return f"{paint.red('nothing was inspected')}: no file of {_languages(report)} here\n"
    if style.layout is Layout.STATISTICS:
        return "\n".join(count_statistics(report, paint)) + "\n"
    lines = [*mistake_block(report.failures, "cannot judge", paint), *_rules(report, paint), "", *_files(report, paint)]
    lines += orphan_lines(report.orphans, paint)
    lines += inspected_lines(replace(report.inspection, orphans=()), paint)
    return "\n".join(lines) + "\n"


def _languages(report: CountReport) -> str:
    return " or ".join(map(inert, report.languages)) or "a known language"


def _rules(report: CountReport, paint: Paint) -> list[str]:
    rows = [(inert(rule), *map(number, counts)) for rule, counts in by_rule(report)]
    return table(("rule", *scopes(report)), rows, "l" + "r" * len(scopes(report)), paint)


def _files(report: CountReport, paint: Paint) -> list[str]:
    ranked = by_file(report)
    rows = [
        (inert(path), number(counts.total()), ", ".join(f"{inert(rule)} {n}" for rule, n in sorted(counts.items())))
        for path, counts in ranked[:_MOST_FILES]
    ]
    lines = table(("top files", "sites", ""), _fitted(rows, paint.columns), "lrl", paint)
    rest = ranked[_MOST_FILES:]
    if rest:
        lines.append(f"… and {number(sum(counts.total() for _, counts in rest))} in {plural(len(rest), 'more file')}")
    return [*lines, ""] if lines else []


def _fitted(rows: list[tuple[str, str, str]], columns: int) -> list[tuple[str, str, str]]:
    """The rows with their details as far as they fit, or none: the file and its number are what matters."""
    widest = [max((cells(row[column]) for row in rows), default=0) for column in (0, 1)]
    room = columns - max(widest[0], len("top files")) - max(widest[1], len("sites")) - len("    ")
    return [(path, sites, clipped(details, room) if room >= _LEAST_DETAILS else "") for path, sites, details in rows]
