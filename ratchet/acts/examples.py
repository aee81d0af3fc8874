"""Running the examples that every rule carries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ratchet.acts.bench import Bench
from ratchet.acts.measuring import measure
from ratchet.model.config import Config
from ratchet.model.errors import RatchetError
from ratchet.model.policy import Policy
from ratchet.model.reports import RuleTest, TestReport
from ratchet.model.rule import Example, Rule, Rulebook
from ratchet.model.snapshot import DictSnapshot
from ratchet.model.value import replace

__all__ = ["run_examples"]


def run_examples(policy: Policy, rules: Sequence[Rule], bench: Bench) -> TestReport:
    """Every `valid` example must have no finding, every `invalid` one as many as it says, or at least one."""
    failures: list[RuleTest] = []
    examples = 0
    for rule in rules:
        examples += len(rule.valid) + len(rule.invalid)
        failures += _failures(policy, rule, bench)
    return TestReport(len(rules), examples, tuple(failures))


def _failures(policy: Policy, rule: Rule, bench: Bench) -> Iterator[RuleTest]:
    alone = Policy(Config(), Rulebook({rule.id: rule}), policy.languages)
    for example in rule.valid:
        found = _count(alone, example, bench)
        if found:
            yield RuleTest(rule.id, example.place, f"this valid example should have no finding, but has {found}")
    for example in rule.invalid:
        found = _count(alone, example, bench)
        if found != example.count if example.count is not None else not found:
            wanted = example.count if example.count is not None else "at least 1"
            yield RuleTest(rule.id, example.place, f"this invalid example should have {wanted}, but has {found}")


def _count(policy: Policy, example: Example, bench: Bench) -> int:
    measured = measure(DictSnapshot(dict(example.files)), policy, bench)
    if measured.problems:
        raise RatchetError.of(tuple(replace(each, place=example.place) for each in measured.problems))
    return measured.totals.total()
