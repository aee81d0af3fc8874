"""What is kept from run to run, as a report."""

from __future__ import annotations

from ratchet.model.value import frozen

__all__ = ["CacheReport"]


@frozen
class CacheReport:
    """How much is kept, and where; with `cleared`, what was thrown away just now.

    `used` says that runs use it; the `problem` is what keeps them from it, empty where nothing does. `answers` are the
    files in which answers and the sums behind them are kept, `answer_bytes` their size.
    """

    path: str
    entries: int
    bytes: int
    most_bytes: int
    used: bool = True
    problem: str = ""
    cleared: bool = False
    answers: int = 0
    answer_bytes: int = 0
