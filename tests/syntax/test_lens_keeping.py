"""A lens that was kept sees what the lens saw that was made of queries."""

from __future__ import annotations

import pytest

from ratchet.acts.finding import measures_of
from ratchet.syntax.facts import glance, read_facts
from ratchet.syntax.lens import Lens
from ratchet.syntax.lens_keeping import lens_bytes, lens_of
from ratchet.syntax.lens_making import compile_lens
from ratchet.syntax.wanted import Measure
from tests.counting import shipped_policy

HARD = Measure("a/b", "(let_declaration pattern: (_) @finding value: (_) @_b (#eq? @finding @_b))")
ANYWHERE = Measure("a/c", "(block (_) @finding)")


def lens(name: str, *more: Measure) -> Lens:
    policy = shipped_policy()
    return compile_lens(policy.languages[name], (*measures_of(policy.rulebook, name), *more))


@pytest.mark.parametrize("name", ["python", "rust"])
def test_the_examples_of_all_shipped_rules_say_the_same(name: str) -> None:
    made = lens(name)
    kept = lens_of(lens_bytes(made))
    assert (kept.language, kept.measures) == (made.language, made.measures)
    rules = [rule for rule in shipped_policy().rulebook.rules.values() if rule.id.startswith(f"{name}/")]
    texts = [text.encode() for rule in rules for each in (*rule.valid, *rule.invalid) for _, text in each.files]
    assert [read_facts(kept, text) for text in texts] == [read_facts(made, text) for text in texts]
    assert [glance(kept, text) for text in texts] == [glance(made, text) for text in texts]
    assert {site.rule for text in texts for site in read_facts(kept, text).sites} == {
        rule.id for rule in rules if rule.verb == "count"
    }


def test_what_only_tree_sitter_can_take_is_kept_as_it_is_written() -> None:
    text = b"fn f() { let x = x; let y = z; g(); }"
    kept = lens_of(lens_bytes(lens("rust", HARD, ANYWHERE)))
    sites = read_facts(kept, text).sites
    assert [(site.rule, site.text) for site in sites if site.rule.startswith("a/")] == [
        ("a/c", "let x = x;"), ("a/b", "x"), ("a/c", "let y = z;"), ("a/c", "g();"),
    ]  # fmt: skip


@pytest.mark.parametrize("cut", [0, 1, 100, -1])
def test_bytes_that_are_cut_off_are_refused(cut: int) -> None:
    whole = lens_bytes(lens("rust"))
    with pytest.raises((ValueError, TypeError, EOFError)):
        lens_of(whole[:cut])
