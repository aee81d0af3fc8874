"""Decide which matches a rule does not count: `lacks` matches inside them, or `not-within` matches around them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from ratchet.model.value import frozen
from ratchet.syntax.looking import Match
from ratchet.syntax.scoping import Captures, Stretch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Excuses", "excuses_of", "reach"]

# Captures with a meaning: what `lacks` is looked for in, if that is more than the finding; what is no part of it though
# it lies inside; and what must have the same text in both queries.
_WHOLE = "_whole"
_APART = "_apart"
_SAME = "_same"
_START = itemgetter(0)


@frozen
class _Sought:
    """Where `lacks` matches, and the text that the match has to share with the finding, if any."""

    stretch: Stretch
    same: bytes | None


@frozen
class Excuses:
    """The matches of `lacks` and `not-within` of one rule in one tree, in the order of their places."""

    sought: tuple[_Sought, ...] = ()
    apart: tuple[Stretch, ...] = ()
    without: tuple[Stretch, ...] = ()

    def excuse(self, match: Match) -> bool:
        """Whether a match is no find."""
        start, end = reach(match.nodes["finding"])
        return _holds(self.without, (start, end)) or self._is_there(match.nodes)

    def _is_there(self, nodes: Captures) -> bool:
        """Whether `lacks` matches in what a match calls the whole of the finding, or else in the finding."""
        whole = reach(nodes.get(_WHOLE) or nodes["finding"])
        same = _same(nodes)
        inside = [each for each in _within(self.sought, whole) if each.same in (None, same)]
        if not inside:
            return False
        apart = _outermost(each for each in _between(self.apart, whole) if each != whole)
        return any(not _holds(apart, each.stretch) for each in inside)


def excuses_of(matches: Iterable[Match]) -> dict[int, Excuses]:
    """The excuses among the matches of a tree, by the number of their measure."""
    sought: dict[int, list[_Sought]] = {}
    apart: dict[int, list[Stretch]] = {}
    without: dict[int, list[Stretch]] = {}
    for match in matches:
        measure, nodes = match.purpose.measure, match.nodes
        if match.purpose.name == "not-within":
            without.setdefault(measure, []).append(reach(nodes["finding"]))
        elif match.purpose.name == "lacks" and _APART in nodes:
            apart.setdefault(measure, []).append(reach(nodes[_APART]))
        elif match.purpose.name == "lacks":
            sought.setdefault(measure, []).append(_Sought(reach(nodes["finding"]), _same(nodes)))
    return {
        measure: Excuses(
            tuple(sorted(sought.get(measure, ()), key=lambda each: each.stretch)),
            tuple(sorted(apart.get(measure, ()))),
            _outermost(without.get(measure, ())),
        )
        for measure in {*sought, *without}
    }


def reach(nodes: Sequence[Node]) -> Stretch:
    """Where the first of some nodes begins and the last ends."""
    if len(nodes) == 1:
        return nodes[0].start_byte, nodes[0].end_byte
    return min([node.start_byte for node in nodes]), max([node.end_byte for node in nodes])


def _same(nodes: Captures) -> bytes | None:
    return nodes[_SAME][0].text if nodes.get(_SAME) else None


def _within(sought: Sequence[_Sought], whole: Stretch) -> Iterator[_Sought]:
    first = bisect_left(sought, whole[0], key=lambda each: each.stretch[0])
    last = bisect_left(sought, whole[1], key=lambda each: each.stretch[0])
    return (each for each in sought[first:last] if each.stretch[1] <= whole[1])


def _between(stretches: Sequence[Stretch], whole: Stretch) -> Iterator[Stretch]:
    first, last = (bisect_left(stretches, at, key=_START) for at in whole)
    return (each for each in stretches[first:last] if each[1] <= whole[1])


def _outermost(stretches: Iterable[Stretch]) -> tuple[Stretch, ...]:
    """The stretches that are in no other of them; stretches of nodes never overlap in part."""
    found: list[Stretch] = []
    for each in sorted(stretches, key=lambda each: (each[0], -each[1])):
        if not found or each[1] > found[-1][1]:
            found.append(each)
    return tuple(found)


def _holds(stretches: Sequence[Stretch], inner: Stretch) -> bool:
    """Whether one of some stretches, of which none is in another, holds a stretch."""
    at = bisect_right(stretches, inner[0], key=_START) - 1
    return at >= 0 and inner[1] <= stretches[at][1]
