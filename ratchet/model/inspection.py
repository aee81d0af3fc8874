"""What was looked at: every candidate file ends in exactly one state."""

from __future__ import annotations

from ratchet.model.value import frozen

__all__ = ["Failure", "Inspection"]


@frozen(order=True)
class Failure:
    """A file that could not be analysed: not clean, not zero, but unknown."""

    path: str
    reason: str
    hint: str = ""
    line: int = 0


@frozen
class Inspection:
    """The candidate files by state; files = analysed + degraded + excluded + failed.

    `beyond` are files that code reaches and that do not count: excluded ones, and those that are read as data.
    """

    files: int = 0
    analysed: int = 0
    degraded: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    failed: tuple[Failure, ...] = ()
    orphans: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    bytes: int = 0
    beyond: tuple[str, ...] = ()
