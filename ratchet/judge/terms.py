"""The terms of a check: what a verdict is made with."""

from __future__ import annotations

from ratchet.model.baseline import Baseline, Budgets
from ratchet.model.errors import Mistake
from ratchet.model.policy import Policy
from ratchet.model.value import frozen
from ratchet.model.verdict import Loosening
from ratchet.model.waiver import Waiver

__all__ = ["Contract"]


@frozen
class Contract:
    """The policy a verdict is made with, what the change would loosen in it, and what keeps it from being judged.

    `budgets` are those of the baseline, carried along with code that moved between the commit that wrote them and the
    base; `adopting` are the rules that only the head has a baseline for.
    """

    policy: Policy
    baseline: Baseline
    budgets: Budgets
    waivers: tuple[Waiver, ...]
    loosenings: tuple[Loosening, ...]
    problems: tuple[Mistake, ...]
    adopting: frozenset[str] = frozenset()
