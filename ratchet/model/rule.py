"""What we want, as data: a verb with its spec, the reason, the advice, and examples that prove it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from ratchet.model.errors import Place
from ratchet.model.static import Protocol
from ratchet.model.value import field, frozen

__all__ = ["Example", "Phase", "Rule", "Rulebook", "Spec"]


class Phase(StrEnum):
    """How much a rule may do: be shown, warn, or fail the check."""

    OBSERVE = "observe"
    WARN = "warn"
    BLOCK = "block"


class Spec(Protocol):
    """The part of a rule that its kind understands."""

    @property
    def meaning(self) -> str:
        """A hash of what is measured: equal hashes promise equal numbers on equal trees."""

    @property
    def needs(self) -> frozenset[str]:
        """What it asks for besides the files that count rules look at: names of graphs, and `lines`."""

    @property
    def may_be_empty(self) -> bool:
        """Whether it is right that it speaks of nothing."""


@frozen
class Example:
    """A small tree that a rule must, or must not, find something in."""

    files: tuple[tuple[str, str], ...]
    count: int | None
    place: Place


@frozen
class Rule:
    """One rule of a rulebook.

    A `shipped` one came with this release and not from the repository. The examples of a `proven` one were run before
    the release, so that they need not be run again.
    """

    id: str
    because: str
    advice: str
    family: str
    verb: str
    spec: Spec
    phase: Phase
    place: Place
    caveats: str = ""
    valid: tuple[Example, ...] = ()
    invalid: tuple[Example, ...] = ()
    shipped: bool = False
    proven: bool = False


@frozen
class Rulebook:
    """The rules in force, by id, in the order of their ids."""

    rules: Mapping[str, Rule] = field(default_factory=dict)
