"""What a change to the policy files would let through that the base did not."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from ratchet.judge.loosenings import loosenings, waivers_in_force
from ratchet.model.config import Config
from ratchet.model.language import Language
from ratchet.model.policy import Policy
from ratchet.model.rule import Phase
from ratchet.model.verdict import Loosening
from tests.judge.making import EXPECT, MEANING, UNWRAP, baseline, book, policy, rule, waiver

BOTH = {UNWRAP: MEANING, EXPECT: MEANING}
RUST = Language("rust", "tree_sitter_rust", "language", (".rs",), "//", "::", "", "")
STATED = replace(
    policy(
        baseline({"a.rs": {UNWRAP: 2}}, BOTH),
        book(rule(EXPECT, Phase.WARN), rule(UNWRAP)),
        (waiver("a.rs", 2, date(2027, 3, 31)),),
        Config("ratchet.toml", exclude=("vendor/**",), test_attributes=("my_test",), test_macros=("my_tests",)),
    ),
    languages={"rust": replace(RUST, test_attributes=("my_test",), test_macros=("my_tests",))},
)


def configured(config: Config) -> Policy:
    """The same policy with another config, and so with what that adds to the language."""
    rust = replace(RUST, test_attributes=config.test_attributes, test_macros=config.test_macros)
    return replace(STATED, config=config, languages={"rust": rust})


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
            replace(STATED, rulebook=book(rule(EXPECT, Phase.WARN), rule(UNWRAP, may_be_empty=True))),
            Loosening(
                "may-be-empty",
                UNWRAP,
                "",
                "",
                "",
                "rules/rust/unwrap.yaml",
                1,
                "it would hold where it matches nothing",
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
        (
            configured(replace(STATED.config, dev_crates=("kit",))),
            Loosening("test-scope-widened", "", "kit", "", "kit", "ratchet.toml", detail="dev_crates"),
        ),
        (
            replace(STATED, languages={"rust": replace(STATED.languages["rust"], test_attributes=("my_test", "main"))}),
            Loosening("language-changed", "", "rust", "", "", "rules/rust/language.yaml"),
        ),
        (
            replace(configured(replace(STATED.config, packs=())), rulebook=book(rule(UNWRAP))),
            Loosening("rule-removed", EXPECT, "", "", "", "ratchet.toml", detail="`rust` is not in `packs`"),
        ),
        (
            replace(configured(replace(STATED.config, packs=("rust",))), rulebook=book(rule(UNWRAP))),
            Loosening("rule-removed", EXPECT, "", "", "", "rules/rust/expect.yaml", 1),
        ),
        (
            configured(replace(STATED.config, path="")),
            Loosening("config-deleted", "", "", "", "", "ratchet.toml"),
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


def test_what_the_config_adds_to_a_language_is_a_loosening_of_its_own() -> None:
    head = configured(replace(STATED.config, test_attributes=("my_test", "main"), test_macros=("my_tests", "vec")))
    assert [each.what for each in loosenings(STATED, head)] == ["test-scope-widened", "test-scope-widened"]


def test_a_waiver_is_extended_by_the_latest_of_its_days() -> None:
    base = replace(STATED, waivers=(waiver("a.rs", 1, date(2027, 1, 1)), waiver("a.rs", 1, date(2027, 3, 1))))
    head = replace(STATED, waivers=(waiver("a.rs", 1, date(2027, 2, 1)), waiver("a.rs", 1, date(2027, 4, 1))))
    (found,) = loosenings(base, head)
    assert (found.what, found.before, found.after) == ("waiver-extended", "2027-03-01", "2027-04-01")


def test_the_waivers_in_force_are_the_bases_unless_the_head_grants_more() -> None:
    old, longer, smaller = waiver("a.rs", 2), waiver("a.rs", 2, date(2028, 1, 1)), waiver("a.rs", 1)
    other, new = waiver("b.rs"), waiver("c.rs")
    assert waivers_in_force((other, old), (smaller, new)) == (old, other, new)
    assert waivers_in_force((old,), (longer,)) == (longer,)
    assert waivers_in_force((old,), ()) == (old,)
    reworded = replace(old, reason="said better")
    assert waivers_in_force((old,), (reworded,)) == (old,)
