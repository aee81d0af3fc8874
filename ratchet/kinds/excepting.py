"""Rules about ways along edges: an edge that an exception names is taken away, wherever on a way it lies."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from ratchet.kinds.exceptions import Candidate, Excuse, covers, excused, is_over
from ratchet.kinds.selectors import holds
from ratchet.kinds.views import View
from ratchet.model.evidence import Evidence, Remark, Sighting
from ratchet.model.graph import Edge
from ratchet.model.rule import Rule
from ratchet.model.value import replace

__all__ = ["excused_along"]

Pair = tuple[str, str]
Find = Callable[[View], Iterable[Candidate]]


def excused_along(
    rule: Rule, excuses: tuple[Excuse, ...], view: View, find: Find, evidence: Evidence
) -> Iterator[Sighting | Remark]:
    """What is found without the edges that exceptions in force name, then what is to say of the exceptions.

    An exception that names both ends of an edge means the edge: every way over it is excused, from whoever it starts.
    """
    every = list(find(view))
    taken = {at: pairs for at, each in enumerate(excuses) if (pairs := _named(each, view, evidence))} if every else {}
    if not taken:
        yield from excused(rule, excuses, every, evidence)
        return
    left = list(find(_without(view, set().union(*taken.values()))))
    used = {at for at, each in enumerate(excuses) if any(covers(each, candidate) for candidate in every)}
    yield from excused(rule, excuses, left, evidence, used | _needed(taken, used, view, find, left))


def _named(excuse: Excuse, view: View, evidence: Evidence) -> set[Pair]:
    """The edges between the two ends of an exception, if it has both and still holds."""
    if excuse.source is None or excuse.target is None or is_over(excuse, evidence.today):
        return set()
    return {
        (source, target)
        for source, near in view.out.items()
        if holds(excuse.source, view.nodes[source]) is not None
        for target in near
        if holds(excuse.target, view.nodes[target]) is not None
    }


def _needed(
    taken: Mapping[int, set[Pair]], used: Collection[int], view: View, find: Find, left: list[Candidate]
) -> set[int]:
    """The exceptions without which more would be found; of two that excuse the same ways one is enough."""
    kept = dict(taken)
    told = [_told(each) for each in left]
    for at in sorted(taken.keys() - used):
        others = set().union(*(pairs for other, pairs in kept.items() if other != at))
        if taken[at] <= others or [_told(each) for each in find(_without(view, others))] == told:
            del kept[at]
    return set(kept)


def _told(candidate: Candidate) -> tuple[tuple[str, ...], str]:
    return candidate.sighting.finding.parts, candidate.sighting.finding.text


def _without(view: View, pairs: set[Pair]) -> View:
    into = _thinned(view.into, {(target, source) for source, target in pairs})
    return replace(view, out=_thinned(view.out, pairs), into=into)


def _thinned(links: Mapping[str, Mapping[str, Edge]], pairs: set[Pair]) -> dict[str, Mapping[str, Edge]]:
    gone: dict[str, set[str]] = {}
    for here, there in pairs:
        gone.setdefault(here, set()).add(there)
    return {
        here: {there: edge for there, edge in near.items() if there not in gone[here]} if here in gone else near
        for here, near in links.items()
    }
