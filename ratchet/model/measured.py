"""A snapshot after measuring: its findings, its tally, and what was looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ratchet.model.facts import Allow
from ratchet.model.finding import Finding
from ratchet.model.inspection import Inspection

__all__ = ["Measured", "Tally", "tally"]

Tally = Mapping[str, Mapping[str, int]]
"""unit → rule → measured number; zero is not listed."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What one rulebook finds in one snapshot.

    `paths` are all candidate files, `sizes` the bytes of those that were read; `findings` are those a budget counts,
    `outside` the sites of other scopes, `allowed` those an inline comment excuses; `broken` maps a file that hardly
    parses to the line of its first error; `digest` names the files that were looked at, by path and content.
    """

    paths: frozenset[str] = frozenset()
    sizes: Mapping[str, int] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    outside: tuple[Finding, ...] = ()
    allowed: tuple[Finding, ...] = ()
    allows: Mapping[str, tuple[Allow, ...]] = field(default_factory=dict)
    broken: Mapping[str, int] = field(default_factory=dict)
    inspection: Inspection = field(default_factory=Inspection)
    digest: str = ""

    @property
    def tally(self) -> Tally:
        """The measured numbers per file and rule."""
        return tally(self.findings)


def tally(findings: tuple[Finding, ...]) -> Tally:
    """Count findings per path and rule."""
    counts: dict[str, dict[str, int]] = {}
    for finding in findings:
        entry = counts.setdefault(finding.path, {})
        entry[finding.rule] = entry.get(finding.rule, 0) + 1
    return counts
