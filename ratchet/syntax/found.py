"""What was found in a text, by the offsets of it."""

from __future__ import annotations

from ratchet.model.value import frozen

__all__ = ["LONGEST_EXPRESSION", "Found", "Place"]

LONGEST_EXPRESSION = 240
"""How many bytes of an expression, counted from its end, tell it from others."""

Place = tuple[int, int, int]
"""Where a find begins and ends, and whose it is: what makes two matches the same find."""


@frozen
class Found:
    """A match of a measure: where it is, and the expression it belongs to (-1: as far as the tokens before it tell)."""

    start: int
    end: int
    measure: int
    context_start: int
    context_end: int
    library_only: bool

    @property
    def place(self) -> Place:
        """What makes two matches the same find."""
        return self.start, self.end, self.measure
