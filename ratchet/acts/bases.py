"""A base, as it was found."""

from __future__ import annotations

from ratchet.model.value import frozen
from ratchet.model.verdict import Side

__all__ = ["GIVEN", "Base"]

GIVEN = "--base"
"""The source of a base that stands on the command line."""


@frozen
class Base:
    """The commit that is the contract, the revision it was found from, how that is known, or why there is none."""

    rev: str
    commit: str | None
    source: str = ""
    note: str = ""

    @property
    def ref(self) -> str:
        """The revision as people write it."""
        return self.rev.removeprefix("refs/remotes/")

    @property
    def side(self) -> Side:
        """The base as a verdict names it."""
        return Side(self.ref, self.commit or "", self.source, self.note)
