"""Rules of the base that speak of nothing in the head because the change rewrites or removes them."""

from __future__ import annotations

from ratchet.acts.bench import Bench
from ratchet.acts.measuring import measure
from ratchet.model.errors import Mistake
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.rule import Rulebook
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import replace
from ratchet.model.verdict import Verdict

__all__ = ["settled"]


def settled(
    verdict: Verdict, measured: Measured, tree: Snapshot, policies: tuple[Policy, Policy], bench: Bench
) -> Verdict:
    """The verdict without such problems: the loosening that each comes with is for a maintainer to decide.

    `policies` are the contract and the change's own. A crate and the rule about it may be renamed or go in one change;
    a rule that says nothing in its new words either cannot be judged.
    """
    contract, own = (each.rulebook.rules for each in policies)
    rewritten = {
        name: own[name]
        for name, rule in contract.items()
        if name in own and own[name].spec.meaning != rule.spec.meaning
    }
    gone = [mistake for name, mistake in measured.vacuous if name in rewritten or name not in own]
    left = tuple(each for each in verdict.problems if each not in gone)
    anew = replace(policies[1], rulebook=Rulebook(rewritten))
    return replace(verdict, problems=(*left, *_problems(anew, tree, bench)))


def _problems(policy: Policy, tree: Snapshot, bench: Bench) -> tuple[Mistake, ...]:
    """What the new words of some rules find to be wrong."""
    if not policy.rulebook.rules:
        return ()
    return tuple(mistake for _, mistake in measure(tree, policy, bench).vacuous)
