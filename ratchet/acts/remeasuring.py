"""Both trees measured with both meanings of a rule that means something else in the change."""

from __future__ import annotations

from ratchet.acts.bench import Bench
from ratchet.acts.measuring import measure
from ratchet.model.measured import Measured
from ratchet.model.notes import MeasureChange
from ratchet.model.policy import Policy
from ratchet.model.rule import Rulebook
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import replace

__all__ = ["changes_of_measure"]


def changes_of_measure(
    base: Policy, head: Policy, trees: tuple[Snapshot, Snapshot], measured: tuple[Measured, Measured], bench: Bench
) -> tuple[MeasureChange, ...]:
    """What each rule whose meaning changed says of the two trees, which the old rules have measured already."""
    changed = {
        name: rule
        for name, rule in head.rulebook.rules.items()
        if name in base.rulebook.rules and base.rulebook.rules[name].spec.meaning != rule.spec.meaning
    }
    if not changed:
        return ()
    policy = replace(base, rulebook=Rulebook(changed), languages=head.languages)
    old = [each.totals for each in measured]
    new = [measure(tree, policy, bench).totals for tree in trees]
    return tuple(MeasureChange(name, old[0][name], old[1][name], new[0][name], new[1][name]) for name in changed)
