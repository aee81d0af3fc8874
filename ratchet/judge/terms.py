"""The terms of a check: what a verdict is made with."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.model.baseline import Baseline, Budgets
from ratchet.model.errors import Mistake
from ratchet.model.notes import Waiting
from ratchet.model.policy import Policy
from ratchet.model.value import field, frozen
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
    base; `adopting` are the rules that only the head has a baseline for. The budgets of `waiting` rules are what the
    base has, of which the waivers that the base `granted` allow a part.
    """

    policy: Policy
    baseline: Baseline
    budgets: Budgets
    waivers: tuple[Waiver, ...]
    loosenings: tuple[Loosening, ...]
    problems: tuple[Mistake, ...]
    adopting: frozenset[str] = frozenset()
    waiting: tuple[Waiting, ...] = ()
    granted: tuple[Waiver, ...] = ()
