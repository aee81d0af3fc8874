"""What is asked of tests: nothing where only production counts, unless somebody wants to know."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from ratchet.acts.bench import Bench
from ratchet.acts.measuring import measure
from ratchet.kinds.counted import CountSpec
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.rule import Rulebook
from ratchet.model.scope import Scope
from ratchet.model.snapshot import DictSnapshot
from ratchet.model.value import replace
from ratchet.repo.store import Store
from tests.counting import CARGO, shipped_policy

_LIB = """\
pub fn f() {
    g().unwrap();
}
#[cfg(test)]
mod tests {
    fn t() {
        g().unwrap();
    }
}
"""
_TREE = DictSnapshot({"Cargo.toml": CARGO, "src/lib.rs": _LIB})


def _unwraps(measured: Measured) -> tuple[int, int]:
    inside, outside = (Counter(each.rule for each in sites) for sites in (measured.findings, measured.outside))
    return inside["rust/unwrap"], outside["rust/unwrap"]


def _counting_in(*scopes: Scope) -> Policy:
    """A policy with one rule, which counts in code of these scopes."""
    policy = shipped_policy()
    rule = policy.rulebook.rules["rust/unwrap"]
    assert isinstance(rule.spec, CountSpec)
    changed = replace(rule, spec=replace(rule.spec, scopes=frozenset(scopes)))
    return replace(policy, rulebook=Rulebook({rule.id: changed}))


def test_sites_in_tests_are_told_to_those_who_ask() -> None:
    assert _unwraps(measure(_TREE, shipped_policy(), Bench())) == (1, 0)
    assert _unwraps(measure(_TREE, shipped_policy(), Bench(), lambda _: True)) == (1, 1)


def test_a_rule_that_counts_in_tests_sees_them() -> None:
    assert _unwraps(measure(_TREE, _counting_in(Scope.TEST), Bench())) == (1, 0)
    assert _unwraps(measure(_TREE, _counting_in(Scope.PRODUCTION, Scope.TEST), Bench())) == (2, 0)


def test_what_is_kept_without_tests_does_not_answer_for_all(tmp_path: Path) -> None:
    def unwraps(tests: bool) -> tuple[int, int]:
        bench = Bench(store=Store(str(tmp_path / "facts.sqlite")))
        return _unwraps(measure(_TREE, shipped_policy(), bench, lambda _: tests))

    assert [unwraps(tests) for tests in (False, True, False, True)] == [(1, 0), (1, 1), (1, 0), (1, 1)]
