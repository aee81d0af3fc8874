"""Granting an explicit, owned, dated permission."""

from __future__ import annotations

from datetime import date

from ratchet.acts.count import only_rules
from ratchet.acts.measuring import measure
from ratchet.acts.world import World, worktree_of
from ratchet.kinds.counted import CountSpec
from ratchet.model.errors import RatchetError
from ratchet.model.policy import Policy
from ratchet.model.rule import Rulebook
from ratchet.model.shape import nearest
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import replace
from ratchet.model.waiver import Waiver
from ratchet.repo.ledger import add_waiver

__all__ = ["waive"]


def waive(world: World, waiver: Waiver, today: date) -> str:
    """Write a waiver for a rule that is in force and a file that exists; returns the path of the ledger."""
    head = worktree_of(world)
    policy = world.policy(head)
    only_rules(policy.rulebook, (waiver.rule,))
    if waiver.path not in head.paths():
        _refuse_unknown(waiver, head, policy, world)
    if waiver.expires <= today:
        raise RatchetError(
            f"the waiver would expire on {waiver.expires}, which is not after {today}", hint="give a later date"
        )
    for name in ("reason", "owner"):
        if not any(character.isalnum() for character in getattr(waiver, name)):
            raise RatchetError(
                f"a waiver needs its {name}: it is what a reviewer decides on", hint=f'give --{name} "…"'
            )
    waiver = replace(waiver, place=None)
    for other in policy.waivers:
        if replace(other, place=None) == waiver:
            raise RatchetError(
                "this very waiver is there already, and once more it would allow twice as much",
                other.place,
                "for more sites, say why they are right: another --reason, or another number behind `allow` there",
            )
    return add_waiver(world.git.top, policy.config.baselines, waiver)


def _refuse_unknown(waiver: Waiver, head: Snapshot, policy: Policy, world: World) -> None:
    """A rule of files needs a file; one of other units needs a unit that it finds something in."""
    alone = Rulebook({waiver.rule: policy.rulebook.rules[waiver.rule]})
    if isinstance(alone.rules[waiver.rule].spec, CountSpec):
        hint = nearest(waiver.path, head.paths()) or "give the path from the top of the repository"
        raise RatchetError(f"there is no file `{waiver.path}` to waive anything in", hint=hint)
    units = measure(head, replace(policy, rulebook=alone), world.bench).tally
    if waiver.path not in units:
        hint = nearest(waiver.path, tuple(units)) or f"run: ratchet explain {waiver.rule}   (shows what it finds)"
        raise RatchetError(f"{waiver.rule} finds nothing in `{waiver.path}` to waive", hint=hint)
