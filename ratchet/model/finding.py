"""One occurrence of one rule, known by its fingerprint and never by its line."""

from __future__ import annotations

from enum import StrEnum

from ratchet.model.errors import Place
from ratchet.model.facts import Span
from ratchet.model.scope import Scope
from ratchet.model.value import frozen

__all__ = ["Finding", "Fingerprint", "Hop", "State"]

Fingerprint = tuple[str, str, str]


class State(StrEnum):
    """How a finding stands against the base: only a new one can fail a check."""

    NEW = "new"
    KNOWN = "known"
    MOVED = "moved"
    WAIVED = "waived"


@frozen
class Hop:
    """One step along a path of dependencies: who depends on whom, and the line that says so.

    `new` where the change under judgement brought it; `note` is what kind of dependency it is.
    """

    source: str
    target: str
    place: Place
    sure: bool = True
    note: str = ""
    new: bool = False
    kind: str = "normal"


@frozen
class Finding:
    """A site in its repository: rule, path, place, scope, enclosing symbol.

    `of` is the unit whose budget it counts against where that is not its file: a crate, an edge, the repository;
    `parts` are the names that the unit is made of, `trace` the path of dependencies that makes the finding. `weight`
    is how much it counts: a size counts as a whole, a site in a unit within its limit counts nothing.
    """

    rule: str
    path: str
    span: Span
    scope: Scope
    symbol: str
    local_symbol: str
    text: str
    expression: str
    of: str = ""
    parts: tuple[str, ...] = ()
    weight: int = 1
    trace: tuple[Hop, ...] = ()

    @property
    def unit(self) -> str:
        """What its budget is of: the file, unless it is of something else."""
        return self.of or self.path

    @property
    def fingerprint(self) -> Fingerprint:
        """What stays the same when lines shift, code is reformatted or a function moves to another file."""
        return (self.rule, self.local_symbol, self.expression)

    @property
    def order(self) -> tuple[str, int, int, str]:
        """The order in which findings are shown."""
        return (self.path, self.span.line, self.span.column, self.rule)
