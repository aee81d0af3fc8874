"""What a rule wants to see in the files of a language, before anything is made of it."""

from __future__ import annotations

from ratchet.model.value import frozen

__all__ = ["Measure"]


@frozen
class Measure:
    """What one rule wants counted in one language."""

    rule: str
    query: str
    unless: str = ""
    longer_than: int = 0
