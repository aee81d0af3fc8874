"""The verb `only`: some may depend on nothing but these, or nobody but these may depend on some."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ratchet.kinds.between import BetweenSpec, between_shape, build_between, holding_nothing
from ratchet.kinds.excepting import excused_along
from ratchet.kinds.exceptions import Candidate
from ratchet.kinds.fitness import edge_candidates
from ratchet.kinds.kind import BuildContext, Kind, Restraint
from ratchet.kinds.selectors import select
from ratchet.kinds.verbs import VERBS
from ratchet.kinds.views import View, crossings, view_of
from ratchet.model.evidence import Evidence, Remark, Sighting
from ratchet.model.graph import Graph
from ratchet.model.rule import Rule

__all__ = ["KIND"]

_VERB = "only"
_Sides = tuple[set[str], set[str], set[str]]
"""Who may not, on what, and through whom it is nobody's fault."""


def _build(data: Mapping[str, object], context: BuildContext) -> BetweenSpec:
    return build_between(_VERB, True, data, context)


def _measure(rule: Rule, spec: BetweenSpec, evidence: Evidence) -> Iterator[Sighting | Remark]:
    view, graph = view_of(evidence, spec.edges), evidence.graph
    yield from holding_nothing(rule, spec, graph, select(graph, spec.subject))
    sides = tuple(_sides(graph, spec))

    def find(seen: View) -> Iterator[Candidate]:
        found = (
            each
            for sources, targets, through in sides
            for each in crossings(seen, sources, targets, spec.direct, through)
        )
        return edge_candidates(rule, seen, found)

    yield from excused_along(rule, spec.excuses, view, find, evidence)


def _sides(graph: Graph, spec: BetweenSpec) -> Iterator[_Sides]:
    return _into(graph, spec) if spec.closed_target else _out_of(graph, spec)


def _out_of(graph: Graph, spec: BetweenSpec) -> Iterator[_Sides]:
    """The subjects, and all that is neither a subject nor allowed; each binding of captures by itself.

    The standard library is meant only where the rule speaks of it.
    """
    subjects = select(graph, spec.source)
    standard = any(each.kind == "std" for each in (*spec.target.chosen, *spec.target.left_out))
    meant = {id_ for id_ in _looked_at(graph, spec) if standard or not graph.nodes[id_].standard}
    for bound in sorted(set(subjects.values()) or {()}):
        ours = {id_ for id_, binding in subjects.items() if binding == bound}
        allowed = select(graph, spec.target, bound)
        yield ours, {id_ for id_ in meant if id_ not in ours and id_ not in allowed}, set()


def _into(graph: Graph, spec: BetweenSpec) -> Iterator[_Sides]:
    """All in the repository that is neither allowed nor the closed thing itself, and the closed thing.

    Who goes through an allowed one does as was decided.
    """
    bindings = select(graph, spec.target)
    for bound in sorted(set(bindings.values()) or {()}):
        closed = {id_ for id_, binding in bindings.items() if binding == bound}
        may = set(select(graph, spec.source, bound))
        every = (id_ for id_ in _looked_at(graph, spec) if graph.nodes[id_].own)
        yield {id_ for id_ in every if id_ not in may and id_ not in closed}, closed, may


def _looked_at(graph: Graph, spec: BetweenSpec) -> Iterable[str]:
    return graph.nodes if spec.among is None else select(graph, spec.among)


def _restrains(spec: BetweenSpec, evidence: Evidence) -> Iterator[Restraint]:
    """Whom nobody chose is restrained as well; code that moves from there to the chosen ones does as was decided."""
    sides = list(_sides(evidence.graph, spec))
    sources, targets = (frozenset().union(*(each[side] for each in sides)) for side in (0, 1))
    yield Restraint("one of those who may not", sources, parts=not spec.closed_target)
    yield Restraint("one of those on whom they may not", targets, parts=spec.closed_target)


KIND: Kind[BetweenSpec] = Kind(
    verb=_VERB,
    about=VERBS[_VERB],
    shape=between_shape("who", "the only ones they may depend on", into=True),
    build=_build,
    measure=_measure,
    restrains=_restrains,
)
