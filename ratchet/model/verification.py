"""Whether a verdict of the past is still the verdict of today."""

from __future__ import annotations

from ratchet.model.value import frozen
from ratchet.model.verdict import Exit, Verdict

__all__ = ["Difference", "Verification"]


@frozen
class Difference:
    """One thing that a verdict says and that is otherwise now; empty where there is too much of it to show."""

    what: str
    then: str = ""
    now: str = ""


@frozen
class Verification:
    """What a verdict said, what ratchet says of the same question today, and where the two differ."""

    word: str
    signoff: str
    today: Verdict
    differences: tuple[Difference, ...]

    @property
    def exit_code(self) -> Exit:
        """0: it holds, whatever it says; 1: it does not."""
        return Exit.WORSE if self.differences else Exit.OK
