"""The whole decision as one value; it alone knows the exit code."""

from __future__ import annotations

from enum import StrEnum

from ratchet.model.errors import Mistake
from ratchet.model.exits import Exit
from ratchet.model.finding import Finding, State
from ratchet.model.inspection import Inspection
from ratchet.model.notes import GoalLine, MeasureChange, Swap, Trade, Waiting
from ratchet.model.rule import Phase, Rule
from ratchet.model.value import frozen

__all__ = ["Cause", "Delta", "DeltaKind", "Exit", "Judged", "Loosening", "RuleLine", "Side", "Verdict"]


class DeltaKind(StrEnum):
    """How a number stands against its budget."""

    BETTER = "better"
    SAME = "same"
    WORSE = "worse"
    NEW = "new"
    GONE = "gone"


class Cause(StrEnum):
    """Where a difference comes from."""

    CAUSED = "caused"
    INHERITED = "inherited"
    FREED = "freed"
    MOVED = "moved"


@frozen
class Delta:
    """One rule in one unit: its budget, its number before, its number now.

    `fails` says that this delta alone makes the check fail; `waived` is how many sites a waiver covers; `locked` says
    that the head's own baseline already allows no more than was counted; `limit` is the number that may not be passed.
    """

    rule: str
    unit: str
    budget: int
    before: int
    count: int
    kind: DeltaKind
    cause: Cause | None
    waived: int = 0
    fails: bool = False
    locked: bool = False
    limit: int = 0


@frozen
class RuleLine:
    """One rule over the whole repository."""

    rule: str
    phase: Phase
    budget: int
    count: int
    kind: DeltaKind


@frozen
class Judged:
    """A finding with what the verdict says of it; `frame` holds the source lines around it, by number.

    `excuse` is who waived it until when, and why; empty where nobody did.
    """

    finding: Finding
    state: State
    rule: Rule
    message: str
    frame: tuple[tuple[int, str], ...] = ()
    excuse: str = ""


@frozen
class Loosening:
    """Something in the change that makes the gate see or demand less."""

    what: str
    rule: str
    unit: str
    before: str
    after: str
    path: str
    line: int = 0
    detail: str = ""


@frozen
class Side:
    """One of the two trees that were compared; `source` says how a base was found, `note` why there is none."""

    ref: str
    id: str = ""
    source: str = ""
    note: str = ""


_GRAVEST_FIRST = (Exit.WORSE, Exit.CANNOT_JUDGE, Exit.NEEDS_REVIEW, Exit.OK)


@frozen
class Verdict:
    """Everything a report needs, so that reporting never recomputes; `merged` judges what merging would give.

    `sizes` is by how much the numbers exceed the sites: a size is one site, however large.
    """

    base: Side
    head: Side
    policy: str
    inspection: Inspection
    rules: tuple[RuleLine, ...] = ()
    deltas: tuple[Delta, ...] = ()
    findings: tuple[Judged, ...] = ()
    loosenings: tuple[Loosening, ...] = ()
    problems: tuple[Mistake, ...] = ()
    warnings: tuple[Mistake, ...] = ()
    signoff: str = ""
    swaps: tuple[Swap, ...] = ()
    trades: tuple[Trade, ...] = ()
    goals: tuple[GoalLine, ...] = ()
    measures: tuple[MeasureChange, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    merged: Verdict | None = None
    sizes: int = 0

    @property
    def decisive(self) -> Verdict:
        """Of this verdict and that on the merged tree the graver one; this one where they are alike."""
        if self.merged is None or _GRAVEST_FIRST.index(self.merged.exit_code) >= _GRAVEST_FIRST.index(self.own_code):
            return self
        return self.merged

    @property
    def exit_code(self) -> Exit:
        """The exit code of the whole: that of the graver part."""
        return self.decisive.own_code

    @property
    def own_code(self) -> Exit:
        """A proven worsening stays proven whatever else is unknown; the unknown outweighs a question of policy."""
        if any(delta.fails for delta in self.deltas) or any(swap.fails for swap in self.swaps):
            return Exit.WORSE
        if self.problems:
            return Exit.CANNOT_JUDGE
        if self.loosenings and not self.signoff:
            return Exit.NEEDS_REVIEW
        return Exit.OK

    @property
    def word(self) -> str:
        """PASS, FAIL or NEEDS_REVIEW."""
        words = {Exit.OK: "PASS", Exit.NEEDS_REVIEW: "NEEDS_REVIEW"}
        return words.get(self.exit_code, "FAIL")
