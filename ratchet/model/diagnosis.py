"""How ratchet stands in one repository: facts by section, and what is broken."""

from __future__ import annotations

from dataclasses import dataclass

from ratchet.model.errors import Mistake
from ratchet.model.verdict import Exit

__all__ = ["Diagnosis", "Part"]

Fact = tuple[str, str]
"""What, and what is known of it."""


@dataclass(frozen=True, slots=True)
class Part:
    """One section of a diagnosis."""

    title: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Everything worth pasting into a report, and what keeps ratchet from judging here."""

    parts: tuple[Part, ...]
    problems: tuple[Mistake, ...] = ()

    @property
    def exit_code(self) -> Exit:
        """Not having adopted anything yet is no fault; what a check would stumble over is."""
        return Exit.CANNOT_JUDGE if self.problems else Exit.OK
