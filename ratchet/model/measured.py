"""A snapshot after measuring: its findings, its tally, and what was looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from ratchet.model.errors import Mistake
from ratchet.model.facts import Allow
from ratchet.model.finding import Finding
from ratchet.model.graph import Node, Unresolved
from ratchet.model.inspection import Inspection
from ratchet.model.scope import PackageScope, Role
from ratchet.model.value import field, frozen

__all__ = ["Measured", "Tally", "tally"]

Tally = Mapping[str, Mapping[str, int]]
"""unit → rule → measured number; zero is not listed."""


@frozen
class Measured:
    """What one rulebook finds in one snapshot.

    `paths` are all candidate files, `sizes` the bytes of those that were read; `findings` are those a budget
    counts, `outside` the sites of other scopes, as far as they were asked for, `allowed` those an inline comment
    excuses; `broken` maps a file that hardly parses to the line of its first error; `digest` names the files that
    were looked at, by path and content. `names` maps the file of a crate or module to what it is called, `units`
    are those that are no files, `links` the names of all that depend on each other, `sources` the files that the
    graphs were read from, `listed` how many files rules look at by their paths, `nodes` those of all graphs;
    `unread` are the manifests that cannot be read and that nothing needs; `problems` keep the snapshot from being
    judged, those of rules that speak of nothing are in `vacuous` too, by rule; `warnings` deserve attention. `files`
    are those that were read, by path, each with the name of its content and its role; `kept` is what git calls the
    content of one with other line ends; `packages` are those whose place or the config has a say in their scope.
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
    names: Mapping[str, str] = field(default_factory=dict)
    units: frozenset[str] = frozenset()
    links: frozenset[tuple[str, str, str]] = frozenset()
    unresolved: tuple[Unresolved, ...] = ()
    unread: tuple[Mistake, ...] = ()
    listed: int = 0
    sources: frozenset[str] = frozenset()
    nodes: Mapping[str, Node] = field(default_factory=dict)
    problems: tuple[Mistake, ...] = ()
    vacuous: tuple[tuple[str, Mistake], ...] = ()
    warnings: tuple[Mistake, ...] = ()
    files: Mapping[str, tuple[str, Role]] = field(default_factory=dict)
    kept: Mapping[str, str] = field(default_factory=dict)
    packages: tuple[PackageScope, ...] = ()

    @cached_property
    def tally(self) -> Tally:
        """The measured numbers per unit and rule."""
        return tally(self.findings)

    @property
    def totals(self) -> Counter[str]:
        """The measured number of each rule over all units."""
        totals: Counter[str] = Counter()
        for numbers in self.tally.values():
            totals.update(numbers)
        return totals

    @property
    def unit_rules(self) -> frozenset[str]:
        """The rules whose numbers are of other units than files."""
        return frozenset(finding.rule for finding in self.findings if finding.of)


def tally(findings: tuple[Finding, ...]) -> Tally:
    """Count findings per unit and rule, each by its weight."""
    counts: dict[str, dict[str, int]] = {}
    for finding in findings:
        if finding.weight:
            entry = counts.setdefault(finding.unit, {})
            entry[finding.rule] = entry.get(finding.rule, 0) + finding.weight
    return counts
