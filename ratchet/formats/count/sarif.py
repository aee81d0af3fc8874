"""What was counted, as SARIF 2.1.0: every site a note."""

from __future__ import annotations

from ratchet.formats.fingerprints import fingerprints
from ratchet.formats.sarif_log import Result, descriptor, invocation, log, site_location
from ratchet.formats.style import Style
from ratchet.model.finding import Finding
from ratchet.model.reports import CountReport

__all__ = ["render"]


def render(report: CountReport, _style: Style) -> str:
    """One run; counting blames nobody, so that no site is more than a note."""
    rules = {rule.id: rule for rule in report.rules}
    results = [
        _result(finding, rules[finding.rule].because, name)
        for finding, name in zip(report.findings, fingerprints(report.findings), strict=True)
    ]
    how = invocation(int(report.exit_code), report.failures, ())
    return log({name: descriptor(rule) for name, rule in rules.items()}, results, how)


def _result(finding: Finding, because: str, fingerprint: str) -> Result:
    where = f" in {finding.symbol}" if finding.symbol else ""
    said = f"`{finding.text}`{where}: {because}"
    return Result(finding.rule, "note", said, site_location(finding), fingerprint, trace=finding.trace)
