"""Mistakes a user can fix, each with its place and the next command."""

from __future__ import annotations

from ratchet.model.value import frozen

__all__ = ["Mistake", "Place", "RatchetError"]


@frozen(order=True)
class Place:
    """Where something stands: a path, and a 1-based line and column where they are known (0: unknown)."""

    path: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        parts = [self.path, *(str(number) for number in (self.line, self.column) if number)]
        return ":".join(parts)


@frozen
class Mistake:
    """One thing that is wrong, where it stands, and what to do about it."""

    message: str
    place: Place | None = None
    hint: str = ""


class RatchetError(Exception):
    """Something the user can fix: exit code 2, never a traceback."""

    def __init__(self, message: str, place: Place | None = None, hint: str = "") -> None:
        super().__init__(message)
        self.mistakes: tuple[Mistake, ...] = (Mistake(message, place, hint),)

    @classmethod
    def of(cls, mistakes: tuple[Mistake, ...]) -> RatchetError:
        """One error that carries every mistake of a file at once."""
        first = mistakes[0]
        error = cls(first.message, first.place, first.hint)
        error.mistakes = mistakes
        return error
