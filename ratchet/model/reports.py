"""What the acts besides `check` answer, as values for the formats."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from ratchet.model.baseline import Baseline
from ratchet.model.errors import Mistake, Place
from ratchet.model.finding import Finding, Hop
from ratchet.model.inspection import Inspection
from ratchet.model.orphans import NO_ORPHANS, Orphans
from ratchet.model.rule import Rule
from ratchet.model.scope import PackageScope
from ratchet.model.value import frozen
from ratchet.model.verdict import Exit, Side

__all__ = [
    "Adoption",
    "CountReport",
    "DiffReport",
    "DiffRow",
    "Done",
    "Explanation",
    "FitnessPage",
    "GitSetup",
    "Imported",
    "Lowered",
    "Merging",
    "RuleTest",
    "Setting",
    "SiteProof",
    "TestReport",
    "Tightening",
]


@frozen
class CountReport:
    """What was counted: every site of the chosen rules, and which scopes to show."""

    inspection: Inspection
    findings: tuple[Finding, ...]
    everything: tuple[Finding, ...]
    rules: tuple[Rule, ...]
    failures: tuple[Mistake, ...]
    orphans: Orphans = NO_ORPHANS
    languages: tuple[str, ...] = ()

    @property
    def exit_code(self) -> Exit:
        """A file that could not be read makes the numbers incomplete."""
        return Exit.CANNOT_JUDGE if self.failures or not self.inspection.files else Exit.OK


@frozen
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


@frozen
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


@frozen
class Imported:
    """What became of the settings of another tool: each rule with the place it comes from, and what is left."""

    source: str
    rules: tuple[tuple[str, Place], ...]
    left: tuple[Mistake, ...]


@frozen
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
    warnings: tuple[Mistake, ...] = ()
    imported: Imported | None = None
    orphans: Orphans = NO_ORPHANS
    packages: tuple[PackageScope, ...] = ()


@frozen(order=True)
class Lowered:
    """One budget that changes; `moved` when it only follows its code to another file."""

    unit: str
    rule: str
    before: int
    after: int
    moved: bool = False


@frozen
class Tightening:
    """What `tighten` changed, wrote and left alone; `unknown` and `dropped` are names that no rule has any more."""

    changes: tuple[Lowered, ...]
    over: tuple[Lowered, ...]
    written: tuple[str, ...]
    remeasured: tuple[str, ...] = ()
    directory: str = "baselines"
    totals: tuple[tuple[int, int], ...] = ()
    waiting: tuple[str, ...] = ()
    anew: tuple[Lowered, ...] = ()
    unknown: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


@frozen
class SiteProof:
    """Why one site counts or does not: the chain from the site up to the crate root."""

    finding: Finding
    counted: bool
    allowed: bool
    steps: tuple[str, ...]


@frozen
class Explanation:
    """All sites on one line, and the reasons that hold for the line whether or not it has a site."""

    place: Place
    text: str
    scope: str
    steps: tuple[str, ...]
    proofs: tuple[SiteProof, ...]


@frozen
class RuleTest:
    """One example of one rule that did not do what it should."""

    rule: str
    place: Place
    message: str


@frozen
class TestReport:
    """How many examples ran, and which failed."""

    rules: int
    examples: int
    failures: tuple[RuleTest, ...]

    @property
    def exit_code(self) -> Exit:
        """A rule that does not do what its examples say cannot judge; where there is no rule, nothing was tried."""
        return Exit.CANNOT_JUDGE if self.failures or not self.rules else Exit.OK


@frozen
class Merging:
    """What became of a baseline file with two sides: raises that did not survive, and what a person must decide.

    `known`: the sides' ancestor was known; `resolved`: the file had conflict markers to resolve.
    """

    path: str
    undone: tuple[Lowered, ...] = ()
    conflicts: tuple[Mistake, ...] = ()
    known: bool = True
    resolved: bool = True

    @property
    def exit_code(self) -> Exit:
        """1 is what git takes for a conflict."""
        return Exit.WORSE if self.conflicts else Exit.OK


class Done(StrEnum):
    """What became of a setting: written, found as it should be, or left to whoever chose another."""

    WROTE = "wrote"
    KEPT = "kept"
    LEFT = "left alone"


@frozen
class Setting:
    """One thing that `init --git` saw to: the setting or file, what became of it, and what it says."""

    what: str
    done: Done
    about: str
    to_commit: bool = False


@frozen
class FitnessPage:
    """A rule on graphs or units in one tree; `cuts` are the fewest edges without which a denial would hold."""

    rule: Rule
    sentence: str
    findings: tuple[Finding, ...]
    budgets: Mapping[str, int]
    cuts: tuple[Hop, ...]
    remarks: tuple[Mistake, ...]


@frozen
class GitSetup:
    """What `init --git` wrote, kept and left alone."""

    settings: tuple[Setting, ...]

    @property
    def to_commit(self) -> tuple[str, ...]:
        """The files of the work tree that were written."""
        return tuple(each.what for each in self.settings if each.to_commit)

    @property
    def exit_code(self) -> Exit:
        """What stands in the way is for its owner to decide, and until then nothing is set up."""
        return Exit.CANNOT_JUDGE if any(setting.done is Done.LEFT for setting in self.settings) else Exit.OK
