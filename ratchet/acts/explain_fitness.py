"""A rule on graphs or units: what it says, what it finds today, and what would have to go."""

from __future__ import annotations

from ratchet.acts.bench import Bench
from ratchet.acts.finding import asked_by, look
from ratchet.acts.gathering import gather
from ratchet.acts.graphing import with_graphs
from ratchet.kinds.cuts import cuts_for
from ratchet.model.errors import Place
from ratchet.model.evidence import Evidence
from ratchet.model.finding import Hop
from ratchet.model.policy import Policy
from ratchet.model.reports import FitnessPage, SiteProof
from ratchet.model.rule import Rule, Rulebook, Spec
from ratchet.model.snapshot import Snapshot
from ratchet.model.static import Protocol
from ratchet.model.value import replace
from ratchet.repo.ledger import read_baseline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeGuard

__all__ = ["explain_fitness", "fitness_at", "says_itself"]


class Saying(Spec, Protocol):
    """A spec that can be said in one sentence."""

    @property
    def sentence(self) -> str:
        """The rule in words, with what was not said."""


def says_itself(spec: Spec) -> TypeGuard[Saying]:
    """Whether a rule is of graphs or units: those say in words what they mean."""
    return hasattr(spec, "sentence")


def explain_fitness(snapshot: Snapshot, policy: Policy, rule: Rule, bench: Bench) -> FitnessPage:
    """The page of a rule in one tree."""
    alone = Rulebook({rule.id: rule})
    evidence = _evidence(snapshot, policy, alone, bench)
    sightings, remarks = look(alone, evidence)
    baseline = read_baseline(snapshot, policy.config.baselines)
    budgets = baseline.budgets if baseline else {}
    return FitnessPage(
        rule,
        rule.spec.sentence if says_itself(rule.spec) else rule.because,
        tuple(each.finding for each in sightings if each.finding.weight),
        {unit: entry[rule.id] for unit, entry in sorted(budgets.items()) if rule.id in entry},
        cuts_for(rule.spec, evidence) if sightings else (),
        (*evidence.graph.mistakes, *(each.mistake for each in remarks)),
    )


def fitness_at(snapshot: Snapshot, policy: Policy, place: Place, bench: Bench) -> tuple[SiteProof, ...]:
    """What the rules on graphs and units find on a line; nothing is read where there are no such rules."""
    fitness = Rulebook({name: rule for name, rule in policy.rulebook.rules.items() if says_itself(rule.spec)})
    if not fitness.rules:
        return ()
    sightings, _ = look(fitness, _evidence(snapshot, policy, fitness, bench))
    found = (each.finding for each in sightings if each.finding.weight)
    here = (each for each in found if each.path == place.path and each.span.line == place.line)
    return tuple(SiteProof(each, True, False, tuple(map(_step, each.trace))) for each in here)


def _step(hop: Hop) -> str:
    return f"{hop.place}: {hop.source} -> {hop.target}{f' ({hop.note})' if hop.note else ''}"


def _evidence(snapshot: Snapshot, policy: Policy, rulebook: Rulebook, bench: Bench) -> Evidence:
    chosen = replace(policy, rulebook=rulebook)
    needs = frozenset().union(*(rule.spec.needs for rule in rulebook.rules.values()))
    gathered = gather(snapshot, asked_by(chosen, snapshot), policy.config.exclude, bench)
    return with_graphs(gathered.evidence, snapshot, chosen, needs, bench)
