"""A rule on graphs or units: what it says, what it finds today, and what would have to go."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol, TypeGuard

from ratchet.acts.bench import Bench
from ratchet.acts.gathering import gather
from ratchet.acts.graphing import with_graphs
from ratchet.acts.measuring import asked_by, look
from ratchet.kinds.cuts import cuts_for
from ratchet.model.policy import Policy
from ratchet.model.reports import FitnessPage
from ratchet.model.rule import Rule, Rulebook, Spec
from ratchet.model.snapshot import Snapshot
from ratchet.repo.ledger import read_baseline

__all__ = ["explain_fitness", "says_itself"]


class Saying(Spec, Protocol):
    """A spec that can be said in one sentence."""

    @property
    def sentence(self) -> str:
        """The rule in words, with what was not said."""
        ...


def says_itself(spec: Spec) -> TypeGuard[Saying]:
    """Whether a rule is of graphs or units: those say in words what they mean."""
    return hasattr(spec, "sentence")


def explain_fitness(snapshot: Snapshot, policy: Policy, rule: Rule, bench: Bench) -> FitnessPage:
    """The page of a rule in one tree."""
    alone = replace(policy, rulebook=Rulebook({rule.id: rule}))
    gathered = gather(snapshot, asked_by(alone), policy.config.exclude, bench)
    evidence = with_graphs(gathered.evidence, snapshot, alone, rule.spec.needs, bench)
    sightings, remarks = look(alone.rulebook, evidence)
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
