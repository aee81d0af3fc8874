"""The verb `deny`: some may not depend on others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ratchet.kinds.between import BetweenSpec, between_shape, build_between, holding_nothing
from ratchet.kinds.excepting import excused_along
from ratchet.kinds.exceptions import Candidate
from ratchet.kinds.fitness import edge_candidates
from ratchet.kinds.kind import BuildContext, Kind, Restraint
from ratchet.kinds.selectors import Bound, select
from ratchet.kinds.verbs import VERBS
from ratchet.kinds.views import Crossing, View, crossings, view_of
from ratchet.model.errors import Mistake
from ratchet.model.evidence import Evidence, Remark, Sighting
from ratchet.model.graph import Graph
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
    groups = _by_binding(subjects)
    yield from _forbidding_nothing(rule, spec, evidence.graph, groups)

    def find(seen: View) -> Iterator[Candidate]:
        found = (each for bound, ids in groups.items() for each in _crossings(spec, seen, bound, ids, evidence))
        return edge_candidates(rule, seen, found)

    yield from excused_along(rule, spec.excuses, view, find, evidence)


def _by_binding(subjects: Mapping[str, Bound]) -> dict[Bound, set[str]]:
    groups: dict[Bound, set[str]] = {}
    for id_, bound in subjects.items():
        groups.setdefault(bound, set()).add(id_)
    return groups


def _crossings(spec: BetweenSpec, view: View, bound: Bound, ids: set[str], evidence: Evidence) -> Iterator[Crossing]:
    """The ways to each target selector. What is subject and target at once may depend on others of that sort."""
    every = select(evidence.graph, spec.target, bound).keys()
    for targets in _targets(spec, evidence.graph, bound):
        both, rest = ids & targets, every - targets
        yield from crossings(view, ids - both, targets, spec.direct, rest)
        yield from crossings(view, both, targets - both, spec.direct, rest | (ids - both))


def _targets(spec: BetweenSpec, graph: Graph, bound: Bound) -> Iterator[set[str]]:
    """What each selector of the target chooses."""
    for selector in spec.target.chosen:
        yield {*select(graph, replace(spec.target, chosen=(selector,)), bound)}


def _forbidding_nothing(
    rule: Rule, spec: BetweenSpec, graph: Graph, groups: Mapping[Bound, set[str]]
) -> Iterator[Remark]:
    """A target that is no more than the subject forbids nothing: nobody is left on whom it may not depend."""
    pairs = [(ids, targets) for bound, ids in groups.items() for targets in _targets(spec, graph, bound)]
    if pairs and not spec.may_be_empty and all(ids == targets for ids, targets in pairs):
        message = f"{rule.id}: the target `{spec.target}` is no more than the subject `{spec.source}`"
        hint = "name another target; if none of them may depend on another, write the rule with `independent`"
        yield Remark(Mistake(f"{message}, so the rule forbids nothing", rule.place, hint), grave=True, rule=rule.id)


def _restrains(spec: BetweenSpec, evidence: Evidence) -> Iterator[Restraint]:
    subjects = select(evidence.graph, spec.source)
    yield Restraint("a subject", frozenset(subjects))
    found = (select(evidence.graph, spec.target, bound) for bound in sorted(set(subjects.values()) or {()}))
    yield Restraint("a target", frozenset().union(*found))


KIND: Kind[BetweenSpec] = Kind(
    verb=_VERB,
    about=VERBS[_VERB],
    shape=between_shape("who may not", "on what"),
    build=_build,
    measure=_measure,
    restrains=_restrains,
)
