"""What a verdict tells besides its numbers: swaps, trades, goals, changes of measure, rules without a budget."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from ratchet.model.value import frozen

__all__ = ["GoalLine", "MeasureChange", "Swap", "Trade", "Waiting", "Why"]


@frozen
class Swap:
    """Sites of one rule in one file that came while as many others went: the number tells nothing of it."""

    rule: str
    unit: str
    number: int
    fails: bool = False


@frozen
class Trade:
    """Rules that fell and rose in one function: (rule, by how much)."""

    unit: str
    symbol: str
    fell: tuple[tuple[str, int], ...]
    rose: tuple[tuple[str, int], ...]


@frozen
class GoalLine:
    """Where a rule should be, by when, and how far it is from there on some day."""

    rule: str
    to: int
    by: date
    count: int
    days: int

    @property
    def left(self) -> int:
        """How many sites have to go."""
        return max(0, self.count - self.to)

    @property
    def missed(self) -> bool:
        """Whether the day has passed and sites are left."""
        return self.days < 0 and self.left > 0


@frozen
class MeasureChange:
    """A rule that measures something else in the change: its totals in both trees, with the old and the new measure."""

    rule: str
    old_base: int
    old_head: int
    new_base: int
    new_head: int

    @property
    def code(self) -> int:
        """What the change of the code did, as the new measure sees it."""
        return self.new_head - self.new_base

    @property
    def measurement(self) -> int:
        """What the change of the measure did to the same code."""
        return self.new_base - self.old_base


class Why(StrEnum):
    """Why a rule has no budget that holds: a release added it, or changed what it measures, or the head mended it."""

    NOT_ADOPTED = "not-adopted"
    MEANING_CHANGED = "meaning-changed"
    MENDED = "mended"


@frozen
class Waiting:
    """A rule that is judged by what it finds in the base, until somebody takes its budget."""

    rule: str
    why: Why

    @property
    def command(self) -> str:
        """What takes its budget."""
        return f"ratchet init --rule {self.rule}" if self.why is Why.NOT_ADOPTED else "ratchet tighten --remeasure"
