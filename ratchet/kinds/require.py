"""The verb `require`: each of some must depend on one of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ratchet.kinds.between import BetweenSpec, between_shape, build_between, holding_nothing
from ratchet.kinds.exceptions import Candidate, excused
from ratchet.kinds.fitness import found_at
from ratchet.kinds.kind import BuildContext, Kind, Restraint
from ratchet.kinds.selectors import select
from ratchet.kinds.verbs import VERBS
from ratchet.kinds.views import View, view_of
from ratchet.model.errors import Place
from ratchet.model.evidence import Evidence, Remark, Sighting
from ratchet.model.rule import Rule

__all__ = ["KIND"]

_VERB = "require"


def _build(data: Mapping[str, object], context: BuildContext) -> BetweenSpec:
    return build_between(_VERB, True, data, context)


def _measure(rule: Rule, spec: BetweenSpec, evidence: Evidence) -> Iterator[Sighting | Remark]:
    view, graph = view_of(evidence, spec.edges), evidence.graph
    subjects = select(graph, spec.source)
    yield from holding_nothing(rule, spec, evidence.graph, subjects)
    found = []
    for id_, bound in subjects.items():
        if not _reaches(view, id_, select(graph, spec.target, bound), spec.direct):
            node = graph.nodes[id_]
            text = f"{node.name} does not depend on {spec.target}"
            sighting = found_at(rule, node.unit, node.place or Place(node.path, 1), text, (node.name,))
            found.append(Candidate(sighting, (node,)))
    yield from excused(rule, spec.excuses, found, evidence)


def _reaches(view: View, start: str, targets: Mapping[str, object], direct: bool) -> bool:
    seen, waiting = {start}, [start]
    while waiting:
        for near in view.targets(waiting.pop()):
            if near in targets and near != start:
                return True
            if near not in seen and not direct:
                seen.add(near)
                waiting.append(near)
    return start in targets


def _restrains(spec: BetweenSpec, evidence: Evidence) -> Iterator[Restraint]:
    yield Restraint("a subject", frozenset(select(evidence.graph, spec.source)), parts=False)


KIND: Kind[BetweenSpec] = Kind(
    verb=_VERB,
    about=VERBS[_VERB],
    shape=between_shape("who must", "on one of which"),
    build=_build,
    measure=_measure,
    restrains=_restrains,
)
