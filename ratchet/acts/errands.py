"""What workers are sent to read, what they bring back, and those that were sent before all was known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ratchet.model.inspection import Failure
from ratchet.model.value import frozen
from ratchet.repo.workers import Crew

__all__ = ["Ahead", "Batch", "Errand", "Fetched"]

# Plain tuples, of which there are many: others take three times as long from one process to another.
Errand = tuple[str, str]
"""The path of a file to be read, and the name of what is asked of it."""

Fetched = tuple[str, int, bytes | Failure]
"""What was found in a file: the name and the size of its content, and its facts as they are kept, or why not."""

Batch = tuple[Errand, ...]
"""Errands of one worker."""


@frozen
class Ahead:
    """Workers that have begun before all is known that is to be read: `asked` are their first errands, by path.

    What else they can be asked was known, by name, when they began.
    """

    asked: Mapping[str, str]
    known: frozenset[str]
    crew: Crew[Batch, list[Fetched]]

    def knows(self, names: Iterable[str]) -> bool:
        """Whether the workers can be asked all that has one of these names."""
        return self.known.issuperset(names)
