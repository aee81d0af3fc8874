"""The verb `independent`: none of some may depend on another of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from ratchet.kinds.between import graphs_needed
from ratchet.kinds.choosing import read_subject
from ratchet.kinds.edges import Edges, build_edges, describe, meaning
from ratchet.kinds.excepting import excused_along
from ratchet.kinds.exceptions import EDGE_EXCEPTIONS, Candidate, Excuse, excuses_meaning, read_excuses
from ratchet.kinds.fitness import EDGES_KEY, EMPTY_KEY, GRAPH_KEY, REACH_KEY, digest, edge_candidates, vacuous
from ratchet.kinds.groups import Groups, between_groups, by_captures, by_selection
from ratchet.kinds.kind import BuildContext, Kind, Restraint
from ratchet.kinds.selectors import Selection
from ratchet.kinds.verbs import VERBS
from ratchet.kinds.views import View, view_of
from ratchet.model.evidence import Evidence, Remark, Sighting
from ratchet.model.graph import Graph
from ratchet.model.rule import Rule
from ratchet.model.shape import AnyOf, Key, List, Table, Text
from ratchet.model.value import frozen

__all__ = ["KIND", "IndependentSpec"]

_VERB = "independent"


@frozen
class IndependentSpec:
    """The parts that must not know each other: one selection each, or one whose captures tell them apart."""

    parts: tuple[Selection, ...]
    edges: Edges
    direct: bool
    excuses: tuple[Excuse, ...]
    graph: str = ""
    may_be_empty: bool = False

    @property
    def subjects(self) -> tuple[Selection, ...]:
        """Whom the rule speaks of."""
        return self.parts

    @property
    def meaning(self) -> str:
        """The order of the parts measures nothing."""
        parts = sorted(part.meaning for part in self.parts)
        return digest(_VERB, [parts, self.graph, meaning(self.edges), self.direct, excuses_meaning(self.excuses)])

    @property
    def needs(self) -> frozenset[str]:
        """The graphs that the parts may be in."""
        return frozenset().union(*(graphs_needed(part, self.graph) for part in self.parts))

    @property
    def sentence(self) -> str:
        """The rule in words, with what was not said."""
        names = "; ".join(map(str, self.parts))
        how = "directly" if self.direct else "directly or through others"
        return f"none of {names} may depend on another, {how}; along {describe(self.edges)}"


def _build(data: Mapping[str, object], context: BuildContext) -> IndependentSpec:
    of = data["of"]
    words = cast("list[str]", of) if isinstance(of, list) else [str(of)]
    parts = tuple(
        read_subject(word, context, ("of", index) if isinstance(of, list) else ("of",))
        for index, word in enumerate(words)
    )
    return IndependentSpec(
        parts,
        build_edges(cast("Mapping[str, object]", data.get("edges", {}))),
        data.get("reach", "transitive") == "direct",
        read_excuses(data, context),
        str(data.get("graph", "")),
        bool(data.get("may_be_empty", False)),
    )


def _groups(graph: Graph, spec: IndependentSpec) -> Groups:
    if len(spec.parts) == 1:
        return by_captures(graph, spec.parts[0])
    return by_selection(graph, {str(part): part for part in spec.parts})


def _measure(rule: Rule, spec: IndependentSpec, evidence: Evidence) -> Iterator[Sighting | Remark]:
    view, groups = view_of(evidence, spec.edges), _groups(evidence.graph, spec)
    empty = [part for part in spec.parts if not groups.members.get(str(part))] if len(spec.parts) > 1 else []
    if not groups.of:
        empty = list(spec.parts[:1])
    if not spec.may_be_empty:
        yield from (vacuous(rule, part) for part in empty)

    def find(seen: View) -> Iterator[Candidate]:
        found = between_groups(seen, groups, lambda source, target: source != target, spec.direct)
        return edge_candidates(rule, seen, found)

    yield from excused_along(rule, spec.excuses, view, find, evidence)


def _restrains(spec: IndependentSpec, evidence: Evidence) -> Iterator[Restraint]:
    yield Restraint("one of the parts", frozenset(_groups(evidence.graph, spec).of))


KIND: Kind[IndependentSpec] = Kind(
    verb=_VERB,
    about=VERBS[_VERB],
    shape=Table(
        {
            "of": Key(
                AnyOf((Text(), List(Text(), least=2))),
                "the parts: a selector each, or one whose capture tells them apart",
                required=True,
            ),
            "edges": EDGES_KEY,
            "reach": REACH_KEY,
            "graph": GRAPH_KEY,
            "except": EDGE_EXCEPTIONS,
            "may_be_empty": EMPTY_KEY,
        }
    ),
    build=_build,
    measure=_measure,
    restrains=_restrains,
)
