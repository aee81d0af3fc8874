"""One occurrence of one rule, known by its fingerprint and never by its line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ratchet.model.facts import Span
from ratchet.model.scope import Scope

__all__ = ["Finding", "Fingerprint", "State"]

Fingerprint = tuple[str, str, str]


class State(StrEnum):
    """How a finding stands against the base: only a new one can fail a check."""

    NEW = "new"
    KNOWN = "known"
    MOVED = "moved"
    WAIVED = "waived"


@dataclass(frozen=True, slots=True)
class Finding:
    """A site in its repository: rule, path, place, scope, enclosing symbol."""

    rule: str
    path: str
    span: Span
    scope: Scope
    symbol: str
    local_symbol: str
    text: str
    expression: str

    @property
    def fingerprint(self) -> Fingerprint:
        """What stays the same when lines shift, code is reformatted or a function moves to another file."""
        return (self.rule, self.local_symbol, self.expression)

    @property
    def order(self) -> tuple[str, int, int, str]:
        """The order in which findings are shown."""
        return (self.path, self.span.line, self.span.column, self.rule)
