"""An index as git listed it: which files are in it, and whether it is still the same one."""

from __future__ import annotations

from ratchet.model.value import frozen
from ratchet.quick.flags import index_stamp
from ratchet.repo.git import entries

__all__ = ["Listed", "listed"]


@frozen
class Listed:
    """What is said of each file, and its path: a flag, the mode, the name of the content and the stage.

    `stamp` is what told the index at `place` from any other before it was listed.
    """

    entries: tuple[tuple[str, str], ...]
    place: str
    stamp: bytes

    @property
    def is_still_so(self) -> bool:
        """Whether git has written no other one since."""
        return bool(self.stamp) and index_stamp(self.place) == self.stamp


def listed(output: bytes, place: str = "", stamp: bytes = b"") -> Listed:
    """What `git ls-files -z -s -v` says of an index, which nobody knows again without a stamp."""
    return Listed(tuple(entries(output)), place, stamp)
