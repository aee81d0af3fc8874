"""The terms of a check: what a verdict is made with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ratchet.model.baseline import Baseline, Budgets
from ratchet.model.errors import Mistake
from ratchet.model.notes import Waiting
from ratchet.model.policy import Policy
from ratchet.model.rule import Rule, Rulebook
from ratchet.model.value import field, frozen, replace
from ratchet.model.verdict import Loosening
from ratchet.model.waiver import Waiver

__all__ = ["NONE_FAILS", "Contract", "Failing"]


@frozen
class Failing:
    """The rules of the base and of the head whose examples fail, each with what is wrong with them."""

    base: Mapping[str, tuple[Mistake, ...]] = field(default_factory=dict)
    head: Mapping[str, tuple[Mistake, ...]] = field(default_factory=dict)


NONE_FAILS = Failing()


@frozen
class Contract:
    """The policy a verdict is made with, what the change would loosen in it, and what keeps it from being judged.

    `budgets` are those of the baseline, carried along with code that moved between the commit that wrote them and the
    base; `adopting` are the rules that only the head has a baseline for, `anew` those whose budgets the head took with
    another meaning than the base. The budgets of `waiting` rules are what the base has, of which the waivers that the
    base `granted` allow a part. `as_worded` are rules as the base words them
    that the change words otherwise because it renames what they name: by those words commits are measured.
    """

    policy: Policy
    baseline: Baseline
    budgets: Budgets
    waivers: tuple[Waiver, ...]
    loosenings: tuple[Loosening, ...]
    problems: tuple[Mistake, ...]
    adopting: frozenset[str] = frozenset()
    anew: frozenset[str] = frozenset()
    waiting: tuple[Waiting, ...] = ()
    granted: tuple[Waiver, ...] = ()
    warnings: tuple[Mistake, ...] = ()
    as_worded: Mapping[str, Rule] = field(default_factory=dict)

    @cached_property
    def compared_with_base(self) -> frozenset[str]:
        """The rules whose sites are compared with those of the base itself: no older commit knew what they mean now."""
        return self.anew.union(each.rule for each in self.waiting)

    @cached_property
    def at_base(self) -> Policy:
        """The policy that commits are measured with."""
        if not self.as_worded:
            return self.policy
        rules = {name: self.as_worded.get(name, rule) for name, rule in self.policy.rulebook.rules.items()}
        return replace(self.policy, rulebook=Rulebook(rules))
