"""The verb `deny`: some may not depend on others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ratchet.kinds.between import BetweenSpec, between_shape, build_between, holding_nothing
from ratchet.kinds.excepting import excused_along
from ratchet.kinds.exceptions import Candidate
from ratchet.kinds.fitness import edge_candidates
from ratchet.kinds.kind import BuildContext, Kind
from ratchet.kinds.selectors import Bound, select
from ratchet.kinds.verbs import VERBS
from ratchet.kinds.views import Crossing, View, crossings, view_of
from ratchet.model.evidence import Evidence, Remark, Sighting
from ratchet.model.rule import Rule
from ratchet.model.value import replace

__all__ = ["KIND"]

_VERB = "deny"


def _build(data: Mapping[str, object], context: BuildContext) -> BetweenSpec:
    return build_between(_VERB, False, data, context)


def _measure(rule: Rule, spec: BetweenSpec, evidence: Evidence) -> Iterator[Sighting | Remark]:
    view = view_of(evidence, spec.edges)
    subjects = select(evidence.graph, spec.source)
    yield from holding_nothing(rule, spec, evidence.graph, subjects)
    groups = _by_binding(subjects).items()

    def find(seen: View) -> Iterator[Candidate]:
        found = (each for bound, ids in groups for each in _crossings(spec, seen, bound, ids, evidence))
        return edge_candidates(rule, seen, found)

    yield from excused_along(rule, spec.excuses, view, find, evidence)


def _by_binding(subjects: Mapping[str, Bound]) -> dict[Bound, set[str]]:
    groups: dict[Bound, set[str]] = {}
    for id_, bound in subjects.items():
        groups.setdefault(bound, set()).add(id_)
    return groups


def _crossings(spec: BetweenSpec, view: View, bound: Bound, ids: set[str], evidence: Evidence) -> Iterator[Crossing]:
    """What a selector chooses may depend on itself; what another one chooses, it may not."""
    every = select(evidence.graph, spec.target, bound).keys()
    for selector in spec.target.chosen:
        targets = select(evidence.graph, replace(spec.target, chosen=(selector,)), bound).keys()
        yield from crossings(view, ids - targets, targets, spec.direct, every - targets)


KIND: Kind[BetweenSpec] = Kind(
    verb=_VERB,
    about=VERBS[_VERB],
    shape=between_shape("who may not", "on what"),
    build=_build,
    measure=_measure,
)
