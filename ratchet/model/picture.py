"""What `ratchet graph` answers: the part of a graph that was asked for, and what the rules find in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ratchet.model.errors import Mistake
from ratchet.model.exits import Exit
from ratchet.model.finding import Finding, Hop
from ratchet.model.graph import Edge, Node, Unresolved
from ratchet.model.rule import Rule
from ratchet.model.value import field, frozen

__all__ = ["GraphReport", "Pair", "Picture", "Violation", "by_pair"]

Pair = tuple[str, str]
"""Who depends on whom, by id; several edges may say so."""


@frozen
class Picture:
    """A part of a graph: the nodes by id and the edges between them, in their order.

    `roots` are where to begin, `cut` are those beyond which there is more; `knots` number the cycles: nodes with the
    same number depend on each other.
    """

    nodes: Mapping[str, Node] = field(default_factory=dict)
    edges: tuple[Edge, ...] = ()
    roots: tuple[str, ...] = ()
    knots: Mapping[str, int] = field(default_factory=dict)
    cut: frozenset[str] = frozenset()

    def turns(self, pair: Pair) -> bool:
        """Whether an edge lies on a cycle."""
        source, target = pair
        return source == target or (source in self.knots and self.knots[source] == self.knots.get(target))


@frozen
class Violation:
    """What a rule finds, with the nodes and the edges that it is about; `frozen` is what its baseline allows."""

    finding: Finding
    rule: Rule
    frozen: bool
    nodes: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] = ()

    def is_in(self, picture: Picture) -> bool:
        """Whether it is about something in the picture, or about nothing that a graph has."""
        if not self.nodes and not self.pairs:
            return True
        drawn = (source in picture.nodes and target in picture.nodes for source, target in self.pairs)
        return any(drawn) or not picture.nodes.keys().isdisjoint(self.nodes)


@frozen
class GraphReport:
    """The graph that was asked for.

    `shown` has the edges that are `meant`; `wide` those of every kind, for a page where the reader filters, and
    `filters` says which kinds are meant. `backwards` turns trees round: from what is depended on to who does.
    `way` are the steps from one of `ends` to the other, None where nobody asked. `hidden` counts the packages from
    outside that are left out; `ruled` says whether any rule speaks of these graphs.
    """

    graphs: tuple[str, ...]
    shown: Picture
    wide: Picture
    meant: str
    filters: Mapping[str, bool]
    hidden: int = 0
    ruled: bool = False
    backwards: bool = False
    ends: tuple[str, str] = ("", "")
    way: tuple[Hop, ...] | None = None
    violations: tuple[Violation, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    notices: tuple[str, ...] = ()
    problems: tuple[Mistake, ...] = ()
    warnings: tuple[Mistake, ...] = ()

    @property
    def exit_code(self) -> Exit:
        """A graph only shows; it fails where it is not whole, or where there is none."""
        return Exit.CANNOT_JUDGE if self.problems or not self.graphs else Exit.OK


def by_pair(edges: Iterable[Edge]) -> dict[Pair, list[Edge]]:
    """The edges between the same two nodes together, in their order."""
    found: dict[Pair, list[Edge]] = {}
    for edge in edges:
        found.setdefault((edge.source, edge.target), []).append(edge)
    return found
