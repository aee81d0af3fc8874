"""What a change to the policy files would let through that the base did not."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from ratchet.judge.carry import carry
from ratchet.judge.loosenings import loosenings, raised_budgets
from ratchet.model.baseline import Baseline
from ratchet.model.config import Config
from ratchet.model.policy import Policy
from ratchet.model.rule import Phase
from ratchet.model.verdict import Loosening
from tests.judge.making import EXPECT, MEANING, UNWRAP, baseline, book, policy, rule, site, waiver

FILES = "baselines/files.toml"
BOTH = {UNWRAP: MEANING, EXPECT: MEANING}
STATED = policy(
    baseline({"a.rs": {UNWRAP: 2}}, BOTH),
    book(rule(EXPECT, Phase.WARN), rule(UNWRAP)),
    (waiver("a.rs", 2, date(2027, 3, 31)),),
    Config("ratchet.toml", exclude=("vendor/**",), test_attributes=("my_test",), test_macros=("my_tests",)),
)


def raised(before: Baseline, after: Baseline, *moved_to: str) -> list[tuple[str, str, str, str]]:
    """Each raise as rule, unit, from, to; one site of a.rs moved to each file named."""
    pairs = [(site("a.rs", line=line), site(path, line=line)) for line, path in enumerate(moved_to, 1)]
    found = raised_budgets(before, after, carry(before.files, pairs), FILES)
    assert all((each.what, each.path) == ("budget-raised", FILES) for each in found)
    return [(each.rule, each.unit, each.before, each.after) for each in found]


def configured(config: Config) -> Policy:
    return replace(STATED, config=config)


def test_an_unchanged_policy_loosens_nothing() -> None:
    assert loosenings(STATED, STATED) == ()


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (
            replace(STATED, baseline=None),
            Loosening("baseline-deleted", "", "", "", "", "baselines", detail="2 rules would have no budget"),
        ),
        (
            replace(STATED, baseline=baseline({"a.rs": {UNWRAP: 2}})),
            Loosening("rule-unadopted", EXPECT, "", "", "", "baselines/rules.toml"),
        ),
        (
            replace(STATED, baseline=baseline({}, {**BOTH, EXPECT: "sha256:1"})),
            Loosening(
                "meaning-changed",
                EXPECT,
                "",
                "",
                "",
                "baselines/rules.toml",
                detail="the rule measures something else than before",
            ),
        ),
        (
            replace(STATED, waivers=(*STATED.waivers, waiver("b.rs", 3))),
            Loosening(
                "waiver-added",
                UNWRAP,
                "b.rs",
                "0",
                "3",
                "baselines/waivers.toml",
                3,
                "@ada, until 2027-03-31: the literal is a number",
            ),
        ),
        (
            replace(STATED, waivers=(waiver("a.rs", 4),)),
            Loosening(
                "waiver-enlarged",
                UNWRAP,
                "a.rs",
                "2",
                "4",
                "baselines/waivers.toml",
                3,
                "@ada, until 2027-03-31: the literal is a number",
            ),
        ),
        (
            replace(STATED, waivers=(waiver("a.rs", 2, date(2027, 4, 1)),)),
            Loosening(
                "waiver-extended",
                UNWRAP,
                "a.rs",
                "2027-03-31",
                "2027-04-01",
                "baselines/waivers.toml",
                3,
                "@ada, until 2027-04-01: the literal is a number",
            ),
        ),
        (
            replace(STATED, rulebook=book(rule(UNWRAP))),
            Loosening("rule-removed", EXPECT, "", "", "", "rules/rust/expect.yaml", 1),
        ),
        (
            replace(STATED, rulebook=book(rule(EXPECT, Phase.WARN), rule(UNWRAP, Phase.WARN))),
            Loosening("phase-lowered", UNWRAP, "", "block", "warn", "ratchet.toml"),
        ),
        (
            replace(STATED, rulebook=book(rule(EXPECT, Phase.OBSERVE), rule(UNWRAP))),
            Loosening("phase-lowered", EXPECT, "", "warn", "observe", "ratchet.toml"),
        ),
        (
            replace(STATED, rulebook=book(rule(EXPECT, Phase.WARN), rule(UNWRAP, meaning="sha256:1"))),
            Loosening("rule-changed", UNWRAP, "", "", "", "rules/rust/unwrap.yaml", 1),
        ),
        (
            configured(replace(STATED.config, exclude=("vendor/**", "src/**"))),
            Loosening("exclude-widened", "", "src/**", "", "src/**", "ratchet.toml"),
        ),
        (
            configured(replace(STATED.config, test_attributes=("my_test", "main"))),
            Loosening("test-scope-widened", "", "main", "", "main", "ratchet.toml", detail="test_attributes"),
        ),
        (
            configured(replace(STATED.config, test_macros=("my_tests", "vec"))),
            Loosening("test-scope-widened", "", "vec", "", "vec", "ratchet.toml", detail="test_macros"),
        ),
    ],
    ids=lambda value: value.what if isinstance(value, Loosening) else "",
)
def test_each_way_to_loosen_the_policy_is_named(head: Policy, expected: Loosening) -> None:
    assert loosenings(STATED, head) == (expected,)


@pytest.mark.parametrize(
    "head",
    [
        replace(STATED, baseline=baseline({}, BOTH)),
        replace(STATED, baseline=baseline({"a.rs": {UNWRAP: 2}}, {**BOTH, "rust/panic": MEANING})),
        replace(STATED, waivers=()),
        replace(STATED, waivers=(waiver("a.rs", 1, date(2026, 12, 1)),)),
        replace(STATED, rulebook=book(rule(EXPECT), rule("rust/panic"), rule(UNWRAP))),
        configured(replace(STATED.config, exclude=(), test_attributes=(), test_macros=())),
    ],
    ids=["lower budgets", "one more rule", "no waiver", "less waiver", "higher phase", "less excluded"],
)
def test_a_stricter_policy_loosens_nothing(head: Policy) -> None:
    assert loosenings(STATED, head) == ()


def test_a_second_waiver_for_the_same_site_is_one_more() -> None:
    twice = replace(STATED, waivers=(*STATED.waivers, *STATED.waivers))
    assert [each.what for each in loosenings(STATED, twice)] == ["waiver-enlarged"]


def test_loosenings_come_in_the_order_of_what_rule_and_unit() -> None:
    head = replace(
        STATED,
        rulebook=book(),
        waivers=(*STATED.waivers, waiver("c.rs"), waiver("b.rs")),
        config=replace(STATED.config, exclude=("z/**", "b/**", "vendor/**")),
    )
    found = [(each.what, each.unit) for each in loosenings(STATED, head)]
    assert found == [
        ("exclude-widened", "b/**"),
        ("exclude-widened", "z/**"),
        ("rule-removed", ""),
        ("waiver-added", "b.rs"),
        ("waiver-added", "c.rs"),
    ]


def test_equal_and_lower_budgets_are_no_raise() -> None:
    before = baseline({"a.rs": {UNWRAP: 2}, "b.rs": {UNWRAP: 1}})
    assert raised(before, before) == []
    assert raised(before, baseline({"a.rs": {UNWRAP: 1}})) == []


def test_a_higher_budget_is_a_raise() -> None:
    assert raised(baseline({"a.rs": {UNWRAP: 2}}), baseline({"a.rs": {UNWRAP: 3}})) == [(UNWRAP, "a.rs", "2", "3")]


def test_a_budget_for_a_file_that_had_none_is_a_raise() -> None:
    assert raised(baseline(), baseline({"b.rs": {UNWRAP: 1}})) == [(UNWRAP, "b.rs", "0", "1")]


def test_a_raise_is_one_also_where_another_file_gives_as_much() -> None:
    before, after = baseline({"a.rs": {UNWRAP: 2}}), baseline({"a.rs": {UNWRAP: 1}, "b.rs": {UNWRAP: 1}})
    assert raised(before, after) == [(UNWRAP, "b.rs", "0", "1")]


def test_a_budget_that_came_with_moved_code_is_no_raise() -> None:
    before, after = baseline({"a.rs": {UNWRAP: 2}}), baseline({"a.rs": {UNWRAP: 1}, "b.rs": {UNWRAP: 1}})
    assert raised(before, after, "b.rs") == []


def test_a_move_excuses_no_more_than_what_moved() -> None:
    before, after = baseline({"a.rs": {UNWRAP: 3}}), baseline({"a.rs": {UNWRAP: 1}, "b.rs": {UNWRAP: 2}})
    assert raised(before, after, "b.rs") == [(UNWRAP, "b.rs", "0", "2")]


def test_a_move_excuses_nothing_where_the_total_grew() -> None:
    before, after = baseline({"a.rs": {UNWRAP: 2}}), baseline({"a.rs": {UNWRAP: 2}, "b.rs": {UNWRAP: 1}})
    assert raised(before, after, "b.rs") == [(UNWRAP, "b.rs", "0", "1")]


def test_budgets_of_a_newly_adopted_rule_are_no_raise() -> None:
    assert raised(baseline(), baseline({"a.rs": {EXPECT: 3}}, BOTH)) == []


def test_budgets_taken_with_another_meaning_are_named_as_that_and_not_as_a_raise() -> None:
    before, after = baseline({"a.rs": {UNWRAP: 2}}), baseline({"a.rs": {UNWRAP: 9}}, {UNWRAP: "sha256:1"})
    assert raised(before, after) == []
