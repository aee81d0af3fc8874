"""One row per rule instead of the sites: how many, in how many files, and where they are densest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ratchet.formats.closing import closing
from ratchet.formats.counted import by_rule, scopes
from ratchet.formats.inspected import inspected_lines
from ratchet.formats.mistakes import mistake_lines
from ratchet.formats.paint import Paint, inert, number, plural
from ratchet.formats.tables import table
from ratchet.model.finding import Finding, State
from ratchet.model.reports import CountReport
from ratchet.model.verdict import Verdict

__all__ = ["count_statistics", "verdict_statistics"]

_Files = dict[str, Counter[str]]


def count_statistics(report: CountReport, paint: Paint) -> Iterator[str]:
    """Rules with the most sites first: their numbers by scope, and the files of what is shown, the densest by name."""
    files, shown, every = _files(report.findings), scopes(report), list(by_rule(report))
    rows = sorted((row for row in every if any(row[1])), key=lambda row: (-sum(row[1]), row[0]))
    cells = [(inert(rule), *map(number, counts), *_spread(files, rule)) for rule, counts in rows]
    yield from mistake_lines(report.failures, "cannot judge", paint)
    yield from table(("rule", *shown, "files", "most", "in"), cells, "l" + "r" * len(shown) + "rrl", paint)
    yield from _without(len(every) - len(rows))
    yield from inspected_lines(report.inspection, paint)


def verdict_statistics(verdict: Verdict, paint: Paint) -> Iterator[str]:
    """Rules with the most sites first: budget and number, what is new and what is waived, and the files."""
    files = _files(each.finding for each in verdict.findings)
    states = Counter((each.finding.rule, each.state) for each in verdict.findings)
    waived = Counter[str]()
    for delta in verdict.deltas:
        waived[delta.rule] += delta.waived
    rows = [
        (
            inert(line.rule),
            line.phase,
            f"{number(line.budget)} → {number(line.count)}",
            number(states[line.rule, State.NEW]),
            number(waived[line.rule]),
            *_spread(files, line.rule),
        )
        for line in sorted(verdict.rules, key=lambda line: (-line.count, line.rule))
        if line.count or line.budget
    ]
    yield from mistake_lines(verdict.problems, "cannot judge", paint)
    head = ("rule", "phase", "budget → now", "new", "waived", "files", "most", "in")
    yield from table(head, rows, "llrrrrrl", paint)
    yield from _without(len(verdict.rules) - len(rows))
    yield from closing(verdict, paint)


def _without(rules: int) -> Iterator[str]:
    if rules:
        yield f"{plural(rules, 'rule')} without a site"
    yield ""


def _files(findings: Iterator[Finding] | tuple[Finding, ...]) -> _Files:
    """How many sites each rule has in each file."""
    found: _Files = {}
    for finding in findings:
        found.setdefault(finding.rule, Counter())[finding.path] += 1
    return found


def _spread(files: _Files, rule: str) -> tuple[str, str, str]:
    """How many files, and the one with the most sites."""
    counts = files.get(rule, Counter())
    if not counts:
        return "0", "", ""
    path, most = min(counts.items(), key=lambda item: (-item[1], item[0]))
    return number(len(counts)), number(most), inert(path)
