"""What the exit codes mean."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Exit"]


class Exit(IntEnum):
    """Exit codes are categories, never counts."""

    OK = 0
    WORSE = 1
    CANNOT_JUDGE = 2
    BUG = 3
    NEEDS_REVIEW = 4
    INTERRUPTED = 130
