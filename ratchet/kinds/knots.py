"""Which nodes depend on each other in a circle, in one pass over plain adjacency."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.kinds.ways import Steps
from ratchet.model.value import field, mutable

__all__ = ["knots"]


@mutable
class _Walk:
    """Tarjan's walk: in what order nodes were met, how far back each leads, and what is still open."""

    steps: Steps
    met: dict[str, int] = field(default_factory=dict)
    back: dict[str, int] = field(default_factory=dict)
    open: dict[str, None] = field(default_factory=dict)
    found: list[list[str]] = field(default_factory=list)

    def enter(self, id_: str) -> tuple[str, Iterator[str]]:
        self.met[id_] = self.back[id_] = len(self.met)
        self.open[id_] = None
        return id_, iter(self.steps.get(id_, ()))

    def leave(self, id_: str) -> None:
        if self.back[id_] != self.met[id_]:
            return
        knot: list[str] = []
        while not knot or knot[-1] != id_:
            knot.append(self.open.popitem()[0])
        self.found.append(knot)


def knots(steps: Steps) -> dict[str, int]:
    """For each node on a cycle the number of its knot: those with the same number depend on each other."""
    walk = _Walk(steps)
    for start in sorted(steps):
        if start not in walk.met:
            _from(walk, start)
    several = sorted((sorted(knot) for knot in walk.found if len(knot) > 1), key=lambda knot: knot[0])
    return {id_: number for number, knot in enumerate(several) for id_ in knot}


def _from(walk: _Walk, start: str) -> None:
    """Without recursion: a chain of imports may be longer than Python's stack."""
    path = [walk.enter(start)]
    while path:
        id_, rest = path[-1]
        near = next(rest, None)
        if near is None:
            path.pop()
            walk.leave(id_)
            if path:
                walk.back[path[-1][0]] = min(walk.back[path[-1][0]], walk.back[id_])
        elif near not in walk.met:
            path.append(walk.enter(near))
        elif near in walk.open:
            walk.back[id_] = min(walk.back[id_], walk.met[near])
