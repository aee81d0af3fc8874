"""What the acts besides `check` answer, as values for the formats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ratchet.model.baseline import Baseline
from ratchet.model.errors import Mistake, Place
from ratchet.model.finding import Finding
from ratchet.model.inspection import Inspection
from ratchet.model.rule import Rule
from ratchet.model.verdict import Exit, Side

__all__ = [
    "Adoption",
    "CountReport",
    "DiffReport",
    "DiffRow",
    "Explanation",
    "Lowered",
    "RuleTest",
    "SiteProof",
    "TestReport",
    "Tightening",
]


@dataclass(frozen=True, slots=True)
class CountReport:
    """What was counted: every site of the chosen rules, and which scopes to show."""

    inspection: Inspection
    findings: tuple[Finding, ...]
    everything: tuple[Finding, ...]
    rules: tuple[Rule, ...]
    failures: tuple[Mistake, ...]

    @property
    def exit_code(self) -> Exit:
        """A file that could not be read makes the numbers incomplete."""
        return Exit.CANNOT_JUDGE if self.failures or not self.inspection.files else Exit.OK


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One rule in one file, before and now, with the sites that make the difference."""

    rule: str
    path: str
    before: int
    after: int
    added: tuple[Finding, ...]
    removed: tuple[Finding, ...]
    moved_in: tuple[tuple[Finding, Finding], ...]
    moved_out: tuple[tuple[Finding, Finding], ...]


@dataclass(frozen=True, slots=True)
class DiffReport:
    """The file-by-file difference between two trees."""

    base: Side
    head: Side
    inspection: Inspection
    rows: tuple[DiffRow, ...]
    totals: Mapping[str, tuple[int, int]]
    problems: tuple[Mistake, ...] = ()

    @property
    def exit_code(self) -> Exit:
        """A diff only shows; it fails where it could not look."""
        return Exit.CANNOT_JUDGE if self.problems else Exit.OK


@dataclass(frozen=True, slots=True)
class Adoption:
    """What `init` wrote, and what it found on the way."""

    written: tuple[str, ...]
    baseline: Baseline
    inspection: Inspection
    counts: Mapping[str, int]
    first: bool
    excluded: tuple[Mistake, ...] = ()
    base: str = "origin/main"
    to_commit: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Lowered:
    """One budget that changes; `moved` when it only follows its code to another file."""

    unit: str
    rule: str
    before: int
    after: int
    moved: bool = False


@dataclass(frozen=True, slots=True)
class Tightening:
    """What `tighten` changed, which files it wrote, what it left alone, and the rules it measured anew."""

    changes: tuple[Lowered, ...]
    over: tuple[Lowered, ...]
    written: tuple[str, ...]
    remeasured: tuple[str, ...] = ()
    directory: str = "baselines"


@dataclass(frozen=True, slots=True)
class SiteProof:
    """Why one site counts or does not: the chain from the site up to the crate root."""

    finding: Finding
    counted: bool
    allowed: bool
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """All sites on one line, and the reasons that hold for the line whether or not it has a site."""

    place: Place
    text: str
    scope: str
    steps: tuple[str, ...]
    proofs: tuple[SiteProof, ...]


@dataclass(frozen=True, slots=True)
class RuleTest:
    """One example of one rule that did not do what it should."""

    rule: str
    place: Place
    message: str


@dataclass(frozen=True, slots=True)
class TestReport:
    """How many examples ran, and which failed."""

    rules: int
    examples: int
    failures: tuple[RuleTest, ...]

    @property
    def exit_code(self) -> Exit:
        """A rule that does not do what its examples say cannot judge."""
        return Exit.CANNOT_JUDGE if self.failures or not self.examples else Exit.OK
