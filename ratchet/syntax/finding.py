"""Matches of rules' queries → the places they found, each once, less what an `unless` excuses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter

from ratchet.model.value import frozen
from ratchet.syntax.lens import Lens
from ratchet.syntax.looking import Match

__all__ = ["Finds", "Found", "find", "in_order"]

_Place = tuple[int, int, int]


@frozen
class Found:
    """A match of a measure: where it is, and the expression it belongs to (-1: as far as the tokens before it tell)."""

    start: int
    end: int
    measure: int
    context_start: int
    context_end: int
    library_only: bool

    @property
    def place(self) -> _Place:
        """What makes two matches the same find."""
        return self.start, self.end, self.measure


_ORDER = attrgetter(*Found.__match_args__)


@frozen
class Finds:
    """The finds of one look at a file, in the order of their places, and the places that are excused."""

    found: tuple[Found, ...]
    excused: frozenset[_Place]


def in_order(found: Iterable[Found]) -> list[Found]:
    """The finds in the order of their places."""
    return sorted(found, key=_ORDER)


def find(lens: Lens, matches: Sequence[Match], moved: int = 0) -> Finds:
    """The finds among the matches of a text that was moved by so many bytes."""
    found: set[Found] = set()
    excused: set[_Place] = set()
    for match in matches:
        each = _find(match, moved)
        if match.purpose.name == "unless":
            excused.add(each.place)
        elif _lines_after_first(match) >= lens.measures[match.purpose.measure].longer_than:
            found.add(each)
    unique: dict[_Place, Found] = {}
    for each in in_order(found):
        unique.setdefault(each.place, each)
    return Finds(tuple(each for place, each in unique.items() if place not in excused), frozenset(excused))


def _find(match: Match, moved: int) -> Found:
    nodes, context = match.nodes["finding"], match.nodes.get("_context", ())
    start, end = min(node.start_byte for node in nodes) - moved, max(node.end_byte for node in nodes) - moved
    begin = min((node.start_byte - moved for node in context), default=-1)
    until = max((node.end_byte - moved for node in context), default=end)
    return Found(start, end, match.purpose.measure, begin, until, match.purpose.library_only)


def _lines_after_first(match: Match) -> int:
    nodes = match.nodes["finding"]
    return nodes[-1].end_point[0] - nodes[0].start_point[0]
