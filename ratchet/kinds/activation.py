"""Which edges are on, by the features, platforms and resolvers of cargo."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ratchet.model.graph import Edge, EdgeKind, Graph
from ratchet.model.value import field, frozen, mutable

__all__ = ["Choice", "activated"]

State = tuple[str, bool]
"""A package, and whether it is built to run during the build: for build scripts and procedural macros."""


@frozen
class Choice:
    """What is built: the features that are on in every package of the repository, None for all; whether tests are.

    `target` and `host` tell whether a condition may hold on the platform that is built for, and on the one that builds.
    """

    features: frozenset[str] | None
    with_dev: bool
    target: Callable[[str], bool]
    host: Callable[[str], bool]


def activated(graph: Graph, choice: Choice, meant: frozenset[int]) -> frozenset[int]:
    """The numbers of the edges that are on, of those that are meant and lead on from the packages of the repository.

    What the first resolver of cargo unites, later ones keep apart: features that only tests ask for, only other
    platforms, or only what runs during the build.
    """
    run = _Run(graph, choice)
    for number, edge in enumerate(graph.edges):
        run.leaving.setdefault(edge.source, []).append((number, edge))
    own = [id_ for id_, node in graph.nodes.items() if node.own]
    if choice.features is not None:
        run.settle(own, set(choice.features))
    return frozenset(run.followed([(id_, run.is_macro(id_)) for id_ in own], meant))


@mutable
class _Run:
    """The features that are on in each state so far, and the states whose edges have to be looked at again."""

    graph: Graph
    choice: Choice
    leaving: dict[str, list[tuple[int, Edge]]] = field(default_factory=dict)
    on: dict[State, set[str]] = field(default_factory=dict)
    waiting: list[State] = field(default_factory=list)

    def settle(self, own: list[str], features: set[str]) -> None:
        """Turn features on in the packages of the repository, and pass on what they ask until nothing is new."""
        for id_ in own:
            self._ask((id_, False), features)
            if self.is_macro(id_):
                self._ask((id_, True), features)
        while self.waiting:
            state = self.waiting.pop()
            on = self.on[state]
            for _, edge in self.leaving.get(state[0], ()):
                if self.graph.nodes[edge.target].own and self._unites(edge, state) and self._is_on(edge, state):
                    passed = {asked for feature, asked in edge.passes if feature in on}
                    self._ask(self._beyond(edge, state), passed.union(edge.asks))

    def followed(self, starts: list[State], meant: frozenset[int]) -> Iterator[int]:
        """The edges that are met on the way from the starts."""
        seen, waiting = set(starts), list(starts)
        while waiting:
            state = waiting.pop()
            for number, edge in self.leaving.get(state[0], ()):
                if number in meant and self._applies(edge, state) and self._is_on(edge, state):
                    yield number
                    beyond = self._beyond(edge, state)
                    if beyond not in seen:
                        seen.add(beyond)
                        waiting.append(beyond)

    def is_macro(self, id_: str) -> bool:
        """Whether a package is a procedural macro, which runs while others are compiled."""
        return self.graph.nodes[id_].facts.get("proc-macro") == "true"

    def _ask(self, state: State, features: set[str]) -> None:
        state = self._united(state)
        known = self.on.get(state)
        if known is None or not features <= known:
            self.on[state] = (known or set()) | features
            self.waiting.append(state)

    def _is_on(self, edge: Edge, state: State) -> bool:
        if not edge.optional or self.choice.features is None:
            return True
        return not self.on.get(self._united(state), set()).isdisjoint(edge.features)

    def _unites(self, edge: Edge, state: State) -> bool:
        """Whether features pass along an edge at all."""
        if not self._keeps_apart(edge.source):
            return True
        return (self.choice.with_dev or edge.kind is not EdgeKind.DEV) and self._applies(edge, state)

    def _applies(self, edge: Edge, state: State) -> bool:
        """Whether the edge is there on the platform on which its end runs."""
        if not edge.cfg:
            return True
        return (self.choice.host if state[1] or edge.kind is EdgeKind.BUILD else self.choice.target)(edge.cfg)

    def _beyond(self, edge: Edge, state: State) -> State:
        return edge.target, state[1] or edge.kind is EdgeKind.BUILD or self.is_macro(edge.target)

    def _united(self, state: State) -> State:
        return state if self._keeps_apart(state[0]) else (state[0], False)

    def _keeps_apart(self, id_: str) -> bool:
        return self.graph.nodes[id_].facts.get("resolver", "2") != "1"
