"""The contract of a check: the base's policy, and what the head adopts anew."""

from __future__ import annotations

from dataclasses import replace

from ratchet.judge.contract import make_contract
from ratchet.model.config import Config
from ratchet.model.errors import Place
from ratchet.model.language import Language
from ratchet.model.rule import Phase
from tests.judge.making import EXPECT, MEANING, UNWRAP, baseline, book, policy, rule, waiver

RUST = Language("rust", "tree_sitter_rust", "language", (".rs",), "//", "::", "", "")
OTHER = "sha256:1"


def test_without_a_base_the_head_speaks_for_itself() -> None:
    head = policy(baseline({"a.rs": {UNWRAP: 2}}), waivers=(waiver(),))
    contract = make_contract(None, head)
    assert contract.policy == head
    assert (contract.baseline, contract.waivers) == (head.baseline, head.waivers)
    assert (contract.loosenings, contract.problems) == ((), ())


def test_a_base_that_never_adopted_anything_is_no_contract() -> None:
    head = policy(baseline({"a.rs": {UNWRAP: 2}}))
    contract = make_contract(replace(policy(), baseline=None), head)
    assert (contract.policy, contract.baseline, contract.loosenings) == (head, head.baseline, ())


def test_budgets_are_those_of_the_base_whatever_the_head_writes() -> None:
    base, head = policy(baseline({"a.rs": {UNWRAP: 2}})), policy(baseline({"a.rs": {UNWRAP: 9}, "b.rs": {UNWRAP: 1}}))
    assert make_contract(base, head).baseline.files == {"a.rs": {UNWRAP: 2}}


def test_budgets_stay_when_the_head_deletes_its_baseline() -> None:
    base = policy(baseline({"a.rs": {UNWRAP: 2}}))
    contract = make_contract(base, replace(policy(), baseline=None))
    assert contract.baseline == base.baseline
    assert contract.problems == ()


def test_config_and_phase_are_those_of_the_base() -> None:
    head = policy(rulebook=book(rule(phase=Phase.OBSERVE)), config=Config("ratchet.toml", exclude=("src/**",)))
    contract = make_contract(policy(), head)
    assert contract.policy.config.exclude == ()
    assert contract.policy.rulebook.rules[UNWRAP].phase is Phase.BLOCK


def test_a_rule_that_the_head_removes_stays_in_force() -> None:
    both = baseline({"a.rs": {EXPECT: 1}}, {UNWRAP: MEANING, EXPECT: MEANING})
    contract = make_contract(policy(both, book(rule(EXPECT), rule(UNWRAP))), policy())
    assert list(contract.policy.rulebook.rules) == [EXPECT, UNWRAP]
    assert contract.baseline.budget("a.rs", EXPECT) == 1


def test_a_rule_that_the_head_adopts_comes_with_its_own_budgets() -> None:
    after = baseline({"a.rs": {UNWRAP: 9, EXPECT: 3}}, {UNWRAP: MEANING, EXPECT: OTHER})
    head = policy(after, book(rule(EXPECT, meaning=OTHER), rule(UNWRAP)))
    contract = make_contract(policy(baseline({"a.rs": {UNWRAP: 2}})), head)
    assert contract.baseline.files == {"a.rs": {UNWRAP: 2, EXPECT: 3}}
    assert contract.baseline.meanings == {UNWRAP: MEANING, EXPECT: OTHER}
    assert list(contract.policy.rulebook.rules) == [EXPECT, UNWRAP]
    assert contract.problems == ()


def test_rules_of_the_contract_are_in_the_order_of_their_names() -> None:
    adopted = baseline({}, {"a/a": MEANING, "z/z": MEANING})
    contract = make_contract(policy(adopted, book(rule("z/z"))), policy(adopted, book(rule("a/a"))))
    assert list(contract.policy.rulebook.rules) == ["a/a", "z/z"]


def test_a_language_that_only_the_head_knows_is_read_too() -> None:
    changed = replace(RUST, suffixes=(".txt",))
    python = replace(RUST, name="python")
    base = replace(policy(), languages={"rust": RUST})
    head = replace(policy(), languages={"rust": changed, "python": python})
    assert make_contract(base, head).policy.languages == {"rust": RUST, "python": python}


def test_waivers_of_both_sides_are_in_force_each_once() -> None:
    old, new = waiver("a.rs"), waiver("b.rs")
    again = replace(old, place=Place("baselines/waivers.toml", 30))
    contract = make_contract(policy(waivers=(old,)), policy(waivers=(new, again)))
    assert contract.waivers == (old, new)


def test_a_waiver_that_the_head_deletes_still_covers_what_it_covered() -> None:
    old = waiver("a.rs")
    assert make_contract(policy(waivers=(old,)), policy()).waivers == (old,)


def test_a_rule_without_a_baseline_cannot_be_judged() -> None:
    contract = make_contract(None, policy(baseline({}, {})))
    (problem,) = contract.problems
    assert problem.message == "rust/unwrap has no baseline, so nothing says how much is allowed"
    assert problem.place == Place("rules/rust/unwrap.yaml", 1)
    assert problem.hint == "run: ratchet init --rule rust/unwrap"


def test_a_rule_that_measures_something_else_than_its_baseline_cannot_be_judged() -> None:
    contract = make_contract(None, policy(rulebook=book(rule(meaning=OTHER))))
    (problem,) = contract.problems
    assert problem.message == "rust/unwrap now measures something else than the baseline was taken with"
    assert "tighten --remeasure" in problem.hint


def test_a_baseline_measured_anew_with_the_meaning_in_force_is_taken_from_the_head() -> None:
    """A release changed a shipped rule: both sides have the new rule, only the head has the new numbers."""
    rules = book(rule(meaning=OTHER))
    base = policy(baseline({"a.rs": {UNWRAP: 2}}), rules)
    head = policy(baseline({"a.rs": {UNWRAP: 5}, "b.rs": {UNWRAP: 1}}, {UNWRAP: OTHER}), rules)
    contract = make_contract(base, head)
    assert contract.baseline.files == {"a.rs": {UNWRAP: 5}, "b.rs": {UNWRAP: 1}}
    assert contract.problems == ()
    assert [each.what for each in contract.loosenings] == ["meaning-changed"]


def test_a_rule_changed_in_the_head_is_judged_as_the_base_has_it() -> None:
    base = policy(baseline({"a.rs": {UNWRAP: 2}}))
    head = policy(baseline({"a.rs": {UNWRAP: 0}}, {UNWRAP: OTHER}), book(rule(meaning=OTHER)))
    contract = make_contract(base, head)
    assert contract.policy.rulebook.rules[UNWRAP].spec.meaning == MEANING
    assert contract.baseline.files == {"a.rs": {UNWRAP: 2}}
    assert [each.what for each in contract.loosenings] == ["meaning-changed", "rule-changed"]


def test_only_rules_that_can_be_judged_are_measured() -> None:
    head = policy(baseline({}, {UNWRAP: MEANING}), book(rule(), rule(EXPECT), rule("rust/panic", meaning=OTHER)))
    contract = make_contract(None, head)
    assert list(contract.policy.rulebook.rules) == [UNWRAP]
    assert len(contract.problems) == 1
    assert contract.problems[0].hint == "run: ratchet init --rule rust/expect --rule rust/panic"


def test_a_name_in_the_ledger_that_no_rule_has_is_a_problem() -> None:
    head = policy(baseline({"a.rs": {"rust/unwarp": 3}}, {UNWRAP: MEANING, "rust/gone": MEANING}))
    under, budgeted = make_contract(None, head).problems
    assert "`rust/gone` is under the ratchet, but no rule has that name" in under.message
    assert "`rust/unwarp` has budgets, but is not under the ratchet" in budgeted.message
    assert budgeted.hint == "did you mean `rust/unwrap`?; to drop them run: ratchet tighten --remeasure"


def test_a_deleted_config_adopts_no_rule() -> None:
    base = policy(baseline({}, {UNWRAP: MEANING}), config=Config(path="ratchet.toml"))
    head = policy(baseline({}, {UNWRAP: MEANING}), book(rule(), rule(EXPECT)), config=Config())
    contract = make_contract(base, head)
    assert contract.problems == ()


def test_a_name_in_the_ledger_that_no_rule_has_cannot_be_judged() -> None:
    stated = baseline({"a.rs": {"rust/unwarp": 1}}, {UNWRAP: MEANING, "rust/unwarp": MEANING, "z/z": MEANING})
    found = make_contract(None, policy(stated)).problems
    assert [(problem.message, problem.hint, str(problem.place)) for problem in found] == [
        (
            "`rust/unwarp` is under the ratchet, but no rule has that name",
            "did you mean `rust/unwrap`?; to drop the entry run: ratchet tighten --remeasure",
            "baselines/rules.toml",
        ),
        (
            "`z/z` is under the ratchet, but no rule has that name",
            "restore the file of the rule; to drop the entry run: ratchet tighten --remeasure",
            "baselines/rules.toml",
        ),
    ]


def test_a_budget_of_a_rule_that_is_not_under_the_ratchet_cannot_be_judged() -> None:
    stated = baseline({"b.rs": {"z/z": 1}, "a.rs": {"rust/unwarp": 1}})
    found = make_contract(None, policy(stated)).problems
    assert [(problem.message, problem.hint) for problem in found] == [
        (
            "`rust/unwarp` has budgets, but is not under the ratchet",
            "did you mean `rust/unwrap`?; to drop them run: ratchet tighten --remeasure",
        ),
        ("`z/z` has budgets, but is not under the ratchet", "to drop them run: ratchet tighten --remeasure"),
    ]


def test_budgets_of_a_rule_that_is_not_under_the_ratchet_lead_to_its_adoption() -> None:
    head = policy(baseline({"a.rs": {EXPECT: 1}}, {UNWRAP: MEANING}), book(rule(), rule(EXPECT)))
    assert "run: ratchet init --rule rust/expect" in [each.hint for each in make_contract(None, head).problems]


def test_a_change_is_told_of_baselines_that_would_stop_the_next_one() -> None:
    both = {UNWRAP: MEANING, EXPECT: MEANING}
    base = policy(baseline({}, both), book(rule(), rule(EXPECT)))
    head = policy(baseline({}, both), book(rule(meaning=OTHER)))
    assert [(each.message, each.hint) for each in make_contract(base, head).warnings] == [
        (
            "`rust/expect` has a baseline still: without its rule the next change cannot be judged",
            "run: ratchet tighten --remeasure",
        ),
        (
            "the baseline of `rust/unwrap` is not of what it measures now: the next change cannot be judged by it",
            "run: ratchet tighten --remeasure",
        ),
    ]
    kept = policy(baseline({}, {UNWRAP: OTHER}), book(rule(meaning=OTHER)))
    assert make_contract(base, kept).warnings == ()
    assert make_contract(kept, kept).warnings == ()


def test_a_rule_that_exists_is_named_itself_where_only_its_budgets_are_left() -> None:
    own = policy(baseline({"a.rs": {"rust/panic": 2}}), book(rule(), rule("rust/panic")))
    hints = [each.hint for each in make_contract(None, own).problems if "has budgets" in each.message]
    assert hints == ["run: ratchet init --rule rust/panic"]
