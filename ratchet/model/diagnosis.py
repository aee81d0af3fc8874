"""How ratchet stands in one repository: facts by section, and what is broken."""

from __future__ import annotations

from ratchet.model.errors import Mistake
from ratchet.model.exits import Exit
from ratchet.model.value import frozen

__all__ = ["Diagnosis", "Part"]

Fact = tuple[str, str]
"""What, and what is known of it."""


@frozen
class Part:
    """One section of a diagnosis."""

    title: str
    facts: tuple[Fact, ...]


@frozen
class Diagnosis:
    """Everything worth pasting into a report, and what keeps ratchet from judging here."""

    parts: tuple[Part, ...]
    problems: tuple[Mistake, ...] = ()

    @property
    def exit_code(self) -> Exit:
        """Not having adopted anything yet is no fault; what a check would stumble over is."""
        return Exit.CANNOT_JUDGE if self.problems else Exit.OK
