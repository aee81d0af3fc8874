"""What was counted, as Markdown tables: rule × scope, and the files with the most."""

from __future__ import annotations

from collections import Counter

from ratchet.formats.counted import by_file, by_rule, scopes
from ratchet.formats.markdown_text import MARKER, code, mistake_rows, rows
from ratchet.formats.muted import muted
from ratchet.formats.orphaned import orphan_rows
from ratchet.formats.paint import number, plural
from ratchet.formats.style import Style
from ratchet.model.reports import CountReport

__all__ = ["render"]

_ROOM = 20_000


def render(report: CountReport, _style: Style) -> str:
    """A row per rule with a column per scope, then a row per file, those with the most sites first."""
    shown = scopes(report)
    head = f"| rule |{''.join(f' {scope} |' for scope in shown)}"
    lines = [MARKER, f"### ratchet: {plural(len(report.findings), 'site')}", ""]
    lines += rows(
        head,
        [f"| {code(rule)} |{''.join(f' {number(count)} |' for count in counts)}" for rule, counts in by_rule(report)],
        _ROOM,
    )
    lines += rows("| file | sites | |", [_file(path, counts) for path, counts in by_file(report)], _ROOM)
    lines += orphan_rows(report.orphans)
    lines += mistake_rows(report.failures)
    return muted("\n".join(lines).rstrip("\n") + "\n")


def _file(path: str, counts: Counter[str]) -> str:
    details = ", ".join(f"{code(rule)} {number(count)}" for rule, count in sorted(counts.items()))
    return f"| {code(path)} | {number(counts.total())} | {details} |"
