"""Matches of rules' queries → the places they found, each once, less what other queries of the rule excuse."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter

from ratchet.model.value import frozen
from ratchet.syntax.excusing import excuses_of, reach
from ratchet.syntax.found import Found, Place
from ratchet.syntax.lens import Lens
from ratchet.syntax.looking import Match

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
    excuses = excuses_of(matches)
    for match in matches:
        measure = match.purpose.measure
        if match.purpose.name == "unless":
            excused.add(_find(match, moved).place)
        elif match.purpose.name == "site" and _is_long(match, lens.measures[measure].longer_than):
            each = _find(match, moved)
            found[each.place] = min(found.get(each.place, each), each, key=_ORDER)
            if measure in excuses and excuses[measure].excuse(match):
                excused.add(each.place)
    kept = found.values() if not excused else (each for place, each in found.items() if place not in excused)
    return Finds(tuple(in_order(kept)), frozenset(excused))


def _find(match: Match, moved: int) -> Found:
    start, end = reach(match.nodes["finding"])
    context = match.nodes.get("_context")
    begin, until = reach(context) if context else (moved - 1, end)
    return Found(
        start - moved, end - moved, match.purpose.measure, begin - moved, until - moved, match.purpose.library_only
    )


def _is_long(match: Match, longer_than: int) -> bool:
    """Whether a match has more lines than may be; an end at the beginning of a line is the end of the line before."""
    if not longer_than:
        return True
    nodes = match.nodes["finding"]
    row, column = nodes[-1].end_point
    return row - nodes[0].start_point[0] + (column > 0) > longer_than
