"""Which optional edges the features turn on, by the rules of cargo's resolvers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ratchet.model.graph import Edge, EdgeKind, Graph

__all__ = ["activated"]

State = tuple[str, bool]
"""A package, and whether it is built to run during the build: for build scripts and macros of procedures."""


def activated(
    graph: Graph, features: str | tuple[str, ...], with_dev: bool, holds: Callable[[str], bool], meant: frozenset[int]
) -> frozenset[int]:
    """The numbers of the edges that are on, of all those that lead on from the packages of the repository.

    `features` are on in each of these, `meant` are the edges to follow. What the first resolver of cargo unites, later
    ones keep apart: features that only tests ask for, only for other targets, or only for what runs during the build.
    """
    run = _Run(graph, with_dev, holds)
    for number, edge in enumerate(graph.edges):
        run.leaving.setdefault(edge.source, []).append((number, edge))
    starts = [state for id_, node in graph.nodes.items() if node.own for state in run.states(id_)]
    asked = {"default": {"default"}, "none": set()} if isinstance(features, str) else {}
    for state in starts:
        run.ask(state, asked[features] if isinstance(features, str) else set(features))
    run.settle()
    return frozenset(run.followed(starts, meant))


@dataclass(slots=True)
class _Run:
    """The features that are on in each state so far, and the states whose edges have to be looked at again."""

    graph: Graph
    with_dev: bool
    holds: Callable[[str], bool]
    leaving: dict[str, list[tuple[int, Edge]]] = field(default_factory=dict)
    on: dict[State, set[str]] = field(default_factory=dict)
    waiting: list[State] = field(default_factory=list)

    def states(self, id_: str) -> Iterator[State]:
        """How a package is built as a start."""
        yield id_, False
        if self._is_macro(id_) and self._keeps_apart(id_):
            yield id_, True

    def ask(self, state: State, features: set[str]) -> None:
        """Turn features on in a package."""
        known = self.on.get(state)
        if known is None or not features <= known:
            self.on[state] = (known or set()) | features
            self.waiting.append(state)

    def settle(self) -> None:
        """Pass features on until nothing new is asked."""
        while self.waiting:
            state = self.waiting.pop()
            for _, edge in self.leaving.get(state[0], ()):
                if self.graph.nodes[edge.target].own and self._unites(edge) and self._is_on(edge, state):
                    passed = {asked for feature, asked in edge.passes if feature in self.on[state]}
                    self.ask(self._beyond(edge, state), passed.union(edge.asks))

    def followed(self, starts: list[State], meant: frozenset[int]) -> Iterator[int]:
        """The edges that are met on the way from the starts."""
        seen, waiting = set(starts), list(starts)
        while waiting:
            state = waiting.pop()
            for number, edge in self.leaving.get(state[0], ()):
                if number in meant and self._is_on(edge, state):
                    yield number
                    beyond = self._beyond(edge, state)
                    if beyond not in seen:
                        seen.add(beyond)
                        waiting.append(beyond)

    def _is_on(self, edge: Edge, state: State) -> bool:
        return not edge.optional or not self.on.get(state, set()).isdisjoint(edge.features)

    def _unites(self, edge: Edge) -> bool:
        """Whether features pass along an edge at all."""
        if not self._keeps_apart(edge.source):
            return True
        return (self.with_dev or edge.kind is not EdgeKind.DEV) and (not edge.cfg or self.holds(edge.cfg))

    def _beyond(self, edge: Edge, state: State) -> State:
        apart = self._keeps_apart(edge.source)
        return edge.target, apart and (state[1] or edge.kind is EdgeKind.BUILD or self._is_macro(edge.target))

    def _keeps_apart(self, id_: str) -> bool:
        return self.graph.nodes[id_].facts.get("resolver", "2") != "1"

    def _is_macro(self, id_: str) -> bool:
        return self.graph.nodes[id_].facts.get("proc-macro") == "true"
