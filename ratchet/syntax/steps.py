"""Patterns as steps that Python takes by itself, and the words that a match of them cannot do without."""

from __future__ import annotations

from functools import cached_property

from ratchet.model.value import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ratchet.syntax.query_conditions import Condition, Test
    from ratchet.syntax.query_shape import Asked

__all__ = ["ANY", "ANY_NAMED", "Chain", "Chains", "Need", "Slot", "Step", "Steps", "chains"]

ANY, ANY_NAMED = -1, -2
"""What `_` and `(_)` stand for, where a kind of node has a number."""

Chain = tuple[int, ...]
"""Kinds of nodes from the inside out."""

Chains = tuple[tuple[int, Chain], ...]
"""Some of them, each with the number of the pattern that it is of."""


@frozen
class Need:
    """Every match of a pattern holds one of these words; no words: nothing is known.

    The root of the match, around the word, is of one of the kinds `roots`, where these are known; `_` stands for any
    kind. Where `depths` are known as well, the word is a node of its own, so many steps below the root. In `prose` it
    may stand in a comment or in a text.
    """

    words: frozenset[bytes] = frozenset()
    depths: frozenset[int] = frozenset()
    roots: frozenset[str] = frozenset()
    prose: bool = False


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

    @property
    def row(self) -> bool:
        """Whether what is just below the first node are siblings one after the other."""
        steps = (step for choices in self.roots.values() for step in choices)
        return all(_is_row(step.inside) for step in steps)


def _is_row(slots: tuple[Slot, ...]) -> bool:
    return bool(slots) and not slots[0].anchored and all(slot.anchored for slot in slots[1:])


def chains(patterns: Iterable[Steps], depth: int) -> Chains:
    """The kinds of nodes that matches of patterns may have from so many steps below their roots up to them."""
    found: dict[tuple[int, Chain], None] = {}
    for number, steps in enumerate(patterns):
        for step in (step for choices in steps.roots.values() for step in choices):
            found |= {(number, chain): None for chain in _chains(step, depth)}
    return tuple(found)


def _chains(step: Step, depth: int) -> Iterator[Chain]:
    if not depth:
        yield (step.kind,)
        return
    for inner in (choice for slot in step.inside for choice in slot.choices):
        yield from ((*chain, step.kind) for chain in _chains(inner, depth - 1))
