"""What was counted, by rule and scope and by file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ratchet.model.reports import CountReport
from ratchet.model.scope import Scope

__all__ = ["by_file", "by_rule", "scopes"]


def scopes(report: CountReport) -> list[Scope]:
    """Production, and the other scopes in which there is a site; what counts in no rule is shown where asked for."""
    shown = {finding.scope for finding in report.findings}
    found = {finding.scope for finding in report.everything} - ({Scope.EXEMPT, Scope.INERT} - shown)
    return [scope for scope in Scope if scope is Scope.PRODUCTION or scope in found]


def by_rule(report: CountReport) -> Iterator[tuple[str, list[int]]]:
    """Every rule with its numbers in these scopes, also one without a site: zero is an answer."""
    counts = Counter((finding.rule, finding.scope) for finding in report.everything)
    shown = scopes(report)
    for rule in report.rules:
        yield rule.id, [counts[rule.id, scope] for scope in shown]


def by_file(report: CountReport) -> list[tuple[str, Counter[str]]]:
    """The files of what is shown with how often each rule, those with the most sites first."""
    found: dict[str, Counter[str]] = {}
    for finding in report.findings:
        found.setdefault(finding.path, Counter())[finding.rule] += 1
    return sorted(found.items(), key=lambda item: (-item[1].total(), item[0]))
