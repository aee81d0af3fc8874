"""The verb `acyclic`: nothing may depend on itself through others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from ratchet.kinds.between import graphs_needed
from ratchet.kinds.choosing import read_subject
from ratchet.kinds.cycles import Turn, turns
from ratchet.kinds.edges import Edges, build_edges, describe, meaning
from ratchet.kinds.excepting import excused_along
from ratchet.kinds.exceptions import EDGE_EXCEPTIONS, Candidate, Excuse, excuses_meaning, read_excuses
from ratchet.kinds.fitness import EDGES_KEY, EMPTY_KEY, GRAPH_KEY, digest, found_at, selection_key, unmatched, vacuous
from ratchet.kinds.groups import Groups, by_captures, by_parent
from ratchet.kinds.kind import BuildContext, Kind, Restraint
from ratchet.kinds.selectors import Selection
from ratchet.kinds.verbs import VERBS
from ratchet.kinds.views import View, hops, view_of
from ratchet.model.evidence import Evidence, Remark, Sighting
from ratchet.model.graph import Graph
from ratchet.model.rule import Rule
from ratchet.model.shape import Table
from ratchet.model.value import frozen

__all__ = ["KIND", "AcyclicSpec"]

_VERB = "acyclic"


@frozen
class AcyclicSpec:
    """Among whom no cycle may be; where the selector has captures, all that they stand for alike is one.

    With `siblings`, the subject are packages: none may be among the children of one, each with all that is below it.
    """

    subject: Selection
    edges: Edges
    excuses: tuple[Excuse, ...]
    graph: str = ""
    may_be_empty: bool = False
    siblings: bool = False

    @property
    def subjects(self) -> tuple[Selection, ...]:
        """Whom the rule speaks of."""
        return (self.subject,)

    @property
    def meaning(self) -> str:
        """What is measured."""
        measured = [self.subject.meaning, self.graph, meaning(self.edges), excuses_meaning(self.excuses)]
        return digest(_VERB, [*measured, *(["siblings"] if self.siblings else [])])

    @property
    def needs(self) -> frozenset[str]:
        """The graphs that the subject may be in."""
        return graphs_needed(self.subject, self.graph)

    @property
    def sentence(self) -> str:
        """The rule in words, with what was not said."""
        whom = f"the children of any of {self.subject}" if self.siblings else str(self.subject)
        return f"none of {whom} may depend on itself through others of them; along {describe(self.edges)}"


def _build(data: Mapping[str, object], context: BuildContext) -> AcyclicSpec:
    key = "siblings" if "siblings" in data else "for"
    return AcyclicSpec(
        read_subject(data[key], context, (key,)),
        build_edges(cast("Mapping[str, object]", data.get("edges", {}))),
        read_excuses(data, context),
        str(data.get("graph", "")),
        bool(data.get("may_be_empty", False)),
        key == "siblings",
    )


def _measure(rule: Rule, spec: AcyclicSpec, evidence: Evidence) -> Iterator[Sighting | Remark]:
    view, every = view_of(evidence, spec.edges), _groups(evidence.graph, spec)
    if not any(groups.of for groups in every) and not spec.may_be_empty:
        yield vacuous(rule, spec.subject)
    elif not spec.may_be_empty:
        yield from unmatched(rule, evidence.graph, spec.subject)

    def find(seen: View) -> Iterator[Candidate]:
        return (_candidate(rule, seen, turn) for groups in every for turn in turns(seen, groups))

    yield from excused_along(rule, spec.excuses, view, find, evidence)


def _groups(graph: Graph, spec: AcyclicSpec) -> list[Groups]:
    return [*by_parent(graph, spec.subject).values()] if spec.siblings else [by_captures(graph, spec.subject)]


def _candidate(rule: Rule, view: View, turn: Turn) -> Candidate:
    first = turn.edges[0]
    unit = f"{turn.source} -> {turn.target}"
    trace = hops(view, turn.edges)
    text = " -> ".join([*(hop.source for hop in trace), trace[-1].target])
    sighting = found_at(rule, unit, first.place, text, (turn.source, turn.target), trace)
    return Candidate(sighting, (view.nodes[first.source],), (view.nodes[first.target],))


def _restrains(spec: AcyclicSpec, evidence: Evidence) -> Iterator[Restraint]:
    yield Restraint("a subject", frozenset().union(*(groups.of for groups in _groups(evidence.graph, spec))))


KIND: Kind[AcyclicSpec] = Kind(
    verb=_VERB,
    about=VERBS[_VERB],
    shape=Table(
        {
            "for": selection_key("among whom; what a capture stands for is looked at as one", required=False),
            "siblings": selection_key(
                "the packages whose children are looked at, each with all below it", required=False
            ),
            "edges": EDGES_KEY,
            "graph": GRAPH_KEY,
            "except": EDGE_EXCEPTIONS,
            "may_be_empty": EMPTY_KEY,
        },
        one_of=("for", "siblings"),
    ),
    build=_build,
    measure=_measure,
    restrains=_restrains,
)
