"""What a rule wants to see in the files of a language, before anything is made of it."""

from __future__ import annotations

from ratchet.model.value import frozen

__all__ = ["EVERYTHING", "Extent", "Measure"]


@frozen
class Measure:
    """What one rule wants counted in one language."""

    rule: str
    query: str
    unless: str = ""
    longer_than: int = 0
    lacks: str = ""
    not_within: str = ""

    @property
    def queries(self) -> tuple[tuple[str, str], ...]:
        """Its queries, each with what it is for."""
        return (
            ("site", self.query),
            ("unless", self.unless),
            ("lacks", self.lacks),
            ("not-within", self.not_within),
        )


@frozen
class Extent:
    """How much of a file is read: `whole` if it shall parse though it say nothing.

    Without `tests` what is a test for sure is left out; without `sites` all that leads to no other file.
    """

    whole: bool = False
    tests: bool = True
    sites: bool = True


EVERYTHING = Extent()
