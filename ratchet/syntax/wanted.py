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
    """How much is asked of a file: that it is parsed as a `whole` though no rule may find anything, and its `sites`."""

    whole: bool = False
    sites: bool = True


EVERYTHING = Extent()
