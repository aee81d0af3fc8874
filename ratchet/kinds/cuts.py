"""What would have to go for a denial to hold: the fewest edges of our own."""

from __future__ import annotations

from ratchet.kinds.between import BetweenSpec
from ratchet.kinds.cycles import fewest_cuts
from ratchet.kinds.selectors import select
from ratchet.kinds.views import hops, view_of
from ratchet.model.evidence import Evidence
from ratchet.model.finding import Hop
from ratchet.model.rule import Spec

__all__ = ["cuts_for"]


def cuts_for(spec: Spec, evidence: Evidence) -> tuple[Hop, ...]:
    """The smallest set of edges whose removal satisfies a transitive denial; what lies outside cannot be removed."""
    if not isinstance(spec, BetweenSpec) or spec.verb != "deny" or spec.direct:
        return ()
    view = view_of(evidence, spec.edges)
    subjects = select(evidence.graph, spec.source)
    found = {}
    for bound in sorted(set(subjects.values())):
        targets = select(evidence.graph, spec.target, bound)
        sources = {id_ for id_, binding in subjects.items() if binding == bound} - targets.keys()
        pairs = [(source, target) for source, near in view.out.items() for target in near]
        fixed = {id_ for id_, node in view.nodes.items() if not node.own}
        for source, target in fewest_cuts(pairs, sources, targets, fixed):
            found[source, target] = view.out[source][target]
    return hops(
        view, (found[pair] for pair in sorted(found, key=lambda pair: (view.name(pair[0]), view.name(pair[1]))))
    )
