"""Patterns as steps that Python can take, and the words that every match of them holds."""

from __future__ import annotations

from functools import cached_property

from ratchet.model.value import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ratchet.syntax.query_conditions import Condition, Test
    from ratchet.syntax.query_shape import Asked

__all__ = ["ANY", "ANY_NAMED", "Need", "Slot", "Step", "Steps"]

ANY, ANY_NAMED = -1, -2
"""What `_` and `(_)` stand for, where a kind of node has a number."""


@frozen
class Need:
    """Every match of a pattern holds one of these words; no words: nothing is known.

    The root of the match, around the word, is of one of the kinds `roots`, where these are known; `_` stands for any
    kind. Where `depths` are known as well, the word is all of a node, so many steps below the root.
    """

    words: frozenset[bytes] = frozenset()
    depths: frozenset[int] = frozenset()
    roots: frozenset[str] = frozenset()


@frozen
class Step:
    """One node: its kind, its captures, tests of its text, fields it lacks, and what is in it.

    It is `captured` if a match tells of it or of a node in it.
    """

    kind: int
    captures: tuple[str, ...] = ()
    tests: tuple[Test, ...] = ()
    lacks: tuple[str, ...] = ()
    inside: tuple[Slot, ...] = ()
    captured: bool = False


@frozen
class Slot:
    """A place among siblings that one of some steps fills; `anchored` to what is before it."""

    choices: tuple[Step, ...]
    field: str = ""
    anchored: bool = False
    optional: bool = False
    captured: bool = False

    @cached_property
    def by_kind(self) -> Mapping[int, tuple[Step, ...]] | None:
        """The steps by the kind of node that they are for; None where one of them is for any."""
        found: dict[int, tuple[Step, ...]] = {}
        for step in self.choices:
            if step.kind < 0:
                return None
            found[step.kind] = (*found.get(step.kind, ()), step)
        return found


@frozen
class Steps:
    """One pattern: the nodes it may begin with, by kind, and what has to be true of all that it captured.

    `predicates` are what it asks, as it is written.
    """

    roots: Mapping[int, tuple[Step, ...]]
    conditions: tuple[Condition, ...]
    predicates: tuple[Asked, ...]
