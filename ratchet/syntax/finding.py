"""Matches of rules' queries → the places they found, each once, less what an `unless` excuses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter

from ratchet.model.value import frozen
from ratchet.syntax.found import Found, Place
from ratchet.syntax.lens import Lens
from ratchet.syntax.looking import Match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Finds", "find", "in_order"]


_ORDER = attrgetter(*Found.__match_args__)


@frozen
class Finds:
    """The finds of one look at a file, in the order of their places, and the places that are excused."""

    found: tuple[Found, ...]
    excused: frozenset[Place]


_NONE = Finds((), frozenset())


def in_order(found: Iterable[Found]) -> list[Found]:
    """The finds in the order of their places."""
    return sorted(found, key=_ORDER)


def find(lens: Lens, matches: Sequence[Match], moved: int = 0) -> Finds:
    """The finds among the matches of a text that was moved by so many bytes."""
    if not matches:
        return _NONE
    found: dict[Place, Found] = {}
    excused: set[Place] = set()
    for match in matches:
        if not match.nodes.get("finding"):
            continue  # an alternative, or an optional node, that was not there
        each = _find(match, moved)
        place = each.place
        if match.purpose.name == "unless":
            excused.add(place)
        elif _is_long(match, lens.measures[match.purpose.measure].longer_than):
            found[place] = min(found[place], each, key=_ORDER) if place in found else each
    kept = found.values() if not excused else (each for place, each in found.items() if place not in excused)
    return Finds(tuple(in_order(kept)), frozenset(excused))


def _find(match: Match, moved: int) -> Found:
    start, end = _reach(match.nodes["finding"])
    context = match.nodes.get("_context")
    begin, until = _reach(context) if context else (moved - 1, end)
    return Found(
        start - moved, end - moved, match.purpose.measure, begin - moved, until - moved, match.purpose.library_only
    )


def _reach(nodes: Sequence[Node]) -> tuple[int, int]:
    """Where the first of some nodes begins and the last ends."""
    if len(nodes) == 1:
        return nodes[0].start_byte, nodes[0].end_byte
    return min([node.start_byte for node in nodes]), max([node.end_byte for node in nodes])


def _is_long(match: Match, longer_than: int) -> bool:
    """Whether a match has more lines than may be."""
    nodes = match.nodes["finding"]
    return not longer_than or nodes[-1].end_point[0] - nodes[0].start_point[0] >= longer_than
