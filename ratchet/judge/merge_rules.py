"""The rules under the ratchet of two branches made into one."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.model.value import frozen

__all__ = ["MergedRules", "merge_meanings"]


@frozen
class MergedRules:
    """The meaning of each rule, and the rules that the two sides changed in different ways."""

    meanings: Mapping[str, str]
    conflicts: tuple[str, ...] = ()


def merge_meanings(base: Mapping[str, str] | None, ours: Mapping[str, str], theirs: Mapping[str, str]) -> MergedRules:
    """What one side changed is taken; without a known ancestor, a rule of one side was adopted there."""
    merged: dict[str, str] = {}
    conflicts = []
    for rule in sorted(ours.keys() | theirs.keys()):
        before = (base or {}).get(rule)
        one, other = ours.get(rule), theirs.get(rule)
        if one != other and before not in {one, other}:
            conflicts.append(rule)
        meaning = other if one == before else one
        if meaning is not None:
            merged[rule] = meaning
    return MergedRules(merged, tuple(conflicts))
