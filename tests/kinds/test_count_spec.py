"""The spec of `count`: what it takes, and when two specs mean the same."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratchet import kinds
from ratchet.kinds.catalogue import catalogue
from ratchet.kinds.count import KIND
from ratchet.kinds.counted import CountSpec, counts_in
from ratchet.kinds.kind import BuildContext
from ratchet.kinds.verbs import VERBS
from ratchet.model.language import Language
from ratchet.model.scope import COMPILED, Scope
from ratchet.model.shape import Step
from ratchet.syntax.query_tokens import canonical, tokens

RUST = Language("rust", "tree_sitter_rust", "language", (".rs",), "//", "::", "", "")
QUERY = """
(call_expression ; a call
  function: (field_expression field: (field_identifier) @_name)
  (#any-of? @_name "unwrap" "a ; b") (#set! target "library")) @finding
[(block . (_)+ !type) "unsafe"] @finding
"""
SPEC = CountSpec("rust", frozenset({Scope.PRODUCTION}), QUERY)


def build(**data: object) -> tuple[CountSpec, list[tuple[object, ...]]]:
    mistakes: list[tuple[object, ...]] = []

    def mistake(
        steps: tuple[Step, ...], message: str, hint: str = "", row: int | None = None, column: int | None = None
    ) -> None:
        mistakes.append((steps, message, hint, row, column))

    given_data = {"language": "rust", "query": "(identifier) @finding", **data}
    assert list(KIND.shape.check(given_data, ())) == []
    return KIND.build(given_data, BuildContext({"rust": RUST}, mistake)), mistakes


def test_count_is_in_the_catalogue_under_its_verb() -> None:
    assert catalogue()["count"] is KIND
    assert list(catalogue()) == sorted(catalogue())


def test_the_verbs_are_the_modules_that_have_a_kind_and_say_what_it_is_about() -> None:
    modules = [importlib.import_module(f"ratchet.kinds.{found.name}") for found in pkgutil.iter_modules(kinds.__path__)]
    assert {module.KIND.verb: module.KIND.about for module in modules if hasattr(module, "KIND")} == VERBS


def test_a_spec_is_production_code_unless_it_says_otherwise() -> None:
    spec, mistakes = build()
    assert spec == CountSpec("rust", frozenset({Scope.PRODUCTION}), "(identifier) @finding")
    assert mistakes == []


@pytest.mark.parametrize(
    ("scope", "scopes"),
    [("test", {Scope.TEST}), (["test", "bench"], {Scope.TEST, Scope.BENCH}), ("all", set(COMPILED))],
)
def test_a_spec_counts_in_the_scopes_it_names(scope: object, scopes: set[Scope]) -> None:
    spec, _ = build(scope=scope)
    assert {each for each in Scope if counts_in(spec, each)} == scopes


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"scope": "prod"}, "`prod` is not one of production, test, bench, example, build, all"),
        ({"scope": ["test", "all"]}, "`all` is not one of production, test, bench, example, build"),
        ({"scope": []}, "needs at least 1 entry"),
        ({"longer_than": 0}, "must be at least 1, not 0"),
        ({"longer_than": True}, "must be a whole number, not true or false"),
        ({"query": " "}, "must not be empty"),
        ({"quary": "x"}, "unknown key `quary`"),
    ],
)
def test_what_does_not_fit_is_refused(data: dict[str, object], message: str) -> None:
    wrongs = KIND.shape.check({"language": "rust", "query": "(identifier) @finding", **data}, ())
    assert [wrong.message for wrong in wrongs] == [message]


def test_language_and_query_are_required() -> None:
    assert [wrong.message for wrong in KIND.shape.check({}, ())] == ["`language` is missing", "`query` is missing"]


def test_both_queries_are_checked_and_an_unknown_language_hides_nothing() -> None:
    _, mistakes = build(language="rusty", query="(x) @findng @finding", unless="\n (y)")
    assert mistakes == [
        (("language",), "unknown language `rusty`", "did you mean `rust`?", None, None),
        (("query",), "unknown capture `@findng`", "did you mean `@finding`?", 0, 4),
        (("unless",), "this pattern captures no `@finding`", "write @finding after the node it is about", 1, 1),
    ]


@pytest.mark.parametrize(
    ("lacks", "message", "row", "column"),
    [
        (
            "(block) @finding\n(identifier) @finding @_same",
            "`query` captures no `@_same`, so no text is the same",
            1,
            22,
        ),
        ("(block) @finding @_apart", "every pattern is `@_apart`, so nothing is looked for", 0, 0),
        ("(blok) @finding", "rust has no node `blok`", 0, 1),
        ('"block', "a text that does not end on its line", 0, 0),
        ("(block)", "this pattern captures no `@finding`", 0, 0),
    ],
)
def test_what_is_to_be_lacking_must_be_able_to_be_there(lacks: str, message: str, row: int, column: int) -> None:
    _, mistakes = build(lacks=lacks)
    assert [(steps, said, *place) for steps, said, _, *place in mistakes] == [(("lacks",), message, row, column)]


def test_a_rule_may_say_what_its_findings_lack_and_what_they_are_not_within() -> None:
    keys = {"lacks": "(identifier) @finding @_same", "not-within": "(block) @finding"}
    spec, mistakes = build(query="(block (identifier) @_same) @finding", **keys)
    assert (spec.lacks, spec.not_within, mistakes) == (keys["lacks"], keys["not-within"], [])


def test_the_grammar_has_its_say() -> None:
    _, mistakes = build(unless="(identifer) @finding")
    assert mistakes == [(("unless",), "rust has no node `identifer`", "did you mean `identifier`?", 0, 1)]


@pytest.mark.parametrize(
    "other",
    [
        replace(SPEC, language="python"),
        replace(SPEC, scopes=frozenset({Scope.TEST})),
        replace(SPEC, scopes=frozenset({Scope.TEST, Scope.PRODUCTION})),
        replace(SPEC, query=QUERY.replace("unwrap", "expect")),
        replace(SPEC, query=QUERY.replace("a ; b", "a ;  b")),
        replace(SPEC, query=QUERY.replace("+", "*")),
        replace(SPEC, unless="(identifier) @finding"),
        replace(SPEC, longer_than=3),
        replace(SPEC, lacks="(identifier) @finding"),
        replace(SPEC, not_within="(identifier) @finding"),
    ],
)
def test_what_measures_something_else_means_something_else(other: CountSpec) -> None:
    assert other.meaning != SPEC.meaning


def test_a_meaning_is_a_hash_that_says_how_it_was_made() -> None:
    assert SPEC.meaning == replace(SPEC).meaning
    assert SPEC.meaning.startswith("sha256:")
    assert len(SPEC.meaning) == len("sha256:") + 64


# Part of the contract with every committed baseline: rules.toml holds these hashes.
def test_the_meaning_of_a_spec_does_not_change_between_releases() -> None:
    spec = CountSpec("rust", frozenset({Scope.TEST, Scope.BENCH}), '("a") @finding', "(b) @finding", 7)
    assert spec.meaning == "sha256:23221f9bb6ac0b2e009beab578a1c406807351cfb80ad500732bcaead1dcb976"


GAPS = st.lists(st.sampled_from([" ", "\n", "\t", "  ", "; a comment\n", ';"(\n', "\r\n"]), min_size=1, max_size=3).map(
    "".join
)


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_reformatting_a_query_keeps_its_meaning(data: st.DataObject) -> None:
    pieces = [token.text for token in tokens(QUERY)]
    rewritten = "".join(piece + data.draw(GAPS) for piece in pieces)
    assert replace(SPEC, query=rewritten).meaning == SPEC.meaning


@given(st.integers(min_value=0), st.characters(codec="ascii", exclude_characters='"\\', exclude_categories=["Cc"]))
@settings(max_examples=80, deadline=None)
def test_changing_a_text_in_a_query_changes_its_meaning(place: int, character: str) -> None:
    texts = [token.text for token in tokens(QUERY) if token.kind == "string"]
    old = texts[place % len(texts)]
    changed = replace(SPEC, query=QUERY.replace(old, f'"{character}{old[1:]}'))
    assert changed.meaning != SPEC.meaning


def test_white_space_that_separates_two_names_is_kept() -> None:
    assert canonical("(#any-of? @_a one two)") != canonical("(#any-of? @_a onetwo)")
    assert canonical("(a)@finding") == canonical("( a )\n@finding ; why")
