"""Both trees measured with both meanings of a rule that means something else in the change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ratchet.acts.bench import Bench
from ratchet.acts.measuring import measure
from ratchet.model.language import Language
from ratchet.model.measured import Measured
from ratchet.model.notes import MeasureChange
from ratchet.model.policy import Policy
from ratchet.model.rule import Rule, Rulebook
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import replace

__all__ = ["changes_of_measure"]

Trees = tuple[Snapshot, Snapshot]


def changes_of_measure(
    policies: tuple[Policy, Policy, Policy], trees: Trees, measured: tuple[Measured, Measured], bench: Bench
) -> tuple[MeasureChange, ...]:
    """What each rule whose meaning changed says of the two trees, which the contract's rules have measured already.

    `policies` are the contract's, the base's and the head's. The contract has the base's rules, but for those that the
    head mended.
    """
    contract, base, head = policies
    judging, old, new = (each.rulebook.rules for each in policies)
    changed = [
        name for name in new if name in old and name in judging and old[name].spec.meaning != new[name].spec.meaning
    ]
    mended = {name: old[name] for name in changed if judging[name].spec.meaning != old[name].spec.meaning}
    before = _totals(measured, mended, base.languages, contract, trees, bench)
    after = _totals(measured, {name: new[name] for name in changed}, head.languages, contract, trees, bench)
    return tuple(
        MeasureChange(name, before[0][name], before[1][name], after[0][name], after[1][name]) for name in changed
    )


def _totals(
    measured: tuple[Measured, Measured],
    rules: Mapping[str, Rule],
    languages: Mapping[str, Language],
    contract: Policy,
    trees: Trees,
    bench: Bench,
) -> list[Counter[str]]:
    """The totals of both trees, with some rules in the place of the contract's."""
    totals = [each.totals for each in measured]
    if rules:
        policy = replace(contract, rulebook=Rulebook(dict(rules)), languages=languages)
        for counts, tree in zip(totals, trees, strict=True):
            anew = measure(tree, policy, bench).totals
            counts.update({name: anew[name] - counts[name] for name in rules})
    return totals
