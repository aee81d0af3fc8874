"""Facts come back from the bytes they are kept as just as they were; other bytes are no facts."""

from __future__ import annotations

import json
import os
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratchet.acts.asking import ask
from ratchet.acts.keeping import facts_bytes, facts_of, imports_bytes, imports_of
from ratchet.model.facts import Allow, FileFacts, Link, Site, Span
from ratchet.model.graph import Import
from ratchet.model.scope import Scope
from ratchet.repo.engine import engine
from ratchet.syntax.wanted import Measure
from tests.counting import shipped_policy

# Lone surrogates stand for bytes that are no text, and two in a row must not become one character.
TEXTS = st.text(
    st.one_of(st.characters(exclude_categories=[]), st.sampled_from('\ud83d\ude00\udc80\0"\\é')), max_size=8
)
NUMBERS = st.one_of(st.integers(0, 99), st.integers(0, 2**70))
MANY = st.lists(TEXTS, max_size=3).map(tuple)
SCOPES = st.sampled_from(Scope)
SPANS = st.builds(Span, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
SITES = st.builds(Site, TEXTS, SPANS, SCOPES, TEXTS, TEXTS, TEXTS, st.booleans(), st.booleans())
LINKS = st.builds(Link, TEXTS, SCOPES, NUMBERS, TEXTS, MANY, MANY, st.booleans(), TEXTS, st.booleans())
ALLOWS = st.builds(Allow, TEXTS, TEXTS, NUMBERS, st.booleans())
FACTS = st.builds(
    FileFacts,
    st.lists(SITES, max_size=3).map(tuple),
    st.lists(LINKS, max_size=3).map(tuple),
    st.lists(ALLOWS, max_size=3).map(tuple),
    NUMBERS,
    NUMBERS,
    NUMBERS,
)
FLAGS = (st.booleans(), st.booleans(), st.booleans())
IMPORTS = st.lists(st.builds(Import, NUMBERS, NUMBERS, TEXTS, MANY, NUMBERS, *FLAGS, TEXTS), max_size=4).map(tuple)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3)),
    lambda inner: st.one_of(st.lists(inner, max_size=9), st.dictionaries(st.text(max_size=3), inner, max_size=3)),
    max_leaves=30,
)

SITE = Site("r", Span(1, 2, 3, 4), Scope.TEST, "s", "t", "e", True, True)
LINK = Link("n", Scope.TEST, 7, "b", ("i",), ("p",), False, "data", True)
WHOLE = FileFacts((SITE,), (LINK,), (Allow("r", "w", 5, True),), 9, 8, 7, True, "k")
IMPORT = Import(1, 2, "m", ("n",), 3, True, True, True, "linux")


@given(FACTS)
def test_facts_come_back_as_they_were(facts: FileFacts) -> None:
    back = facts_of(facts_bytes(facts))
    assert back == facts
    assert repr(back) == repr(facts)  # a 1 is no True, a list no tuple, a word no scope


@given(IMPORTS)
def test_imports_come_back_as_they_were(imports: tuple[Import, ...]) -> None:
    back = imports_of(imports_bytes(imports))
    assert back == imports
    assert repr(back) == repr(imports)


def test_no_field_is_left_out() -> None:
    """The samples differ from every default, so that a field which is added and not kept is missed here."""
    for sample in (WHOLE, SITE, LINK, IMPORT):
        for each in fields(sample):
            assert getattr(sample, each.name) != each.default, f"{type(sample).__name__}.{each.name}"
    assert facts_of(facts_bytes(WHOLE)) == WHOLE
    assert imports_of(imports_bytes((IMPORT,))) == (IMPORT,)


def test_a_file_that_did_not_parse_stays_one() -> None:
    broken = facts_of(facts_bytes(replace(WHOLE, size=100, error_bytes=3)))
    assert broken is not None
    assert broken.degraded
    assert broken.broken


@settings(max_examples=30)
@given(JSON)
def test_what_is_no_fact_is_never_an_accident(value: Any) -> None:
    kept = json.dumps(value).encode()
    facts_of(kept)
    imports_of(kept)


@given(st.binary(max_size=30))
def test_bytes_that_nobody_wrote_are_no_facts(kept: bytes) -> None:
    assert facts_of(kept) is None
    imports_of(kept)


def test_facts_of_another_shape_are_none() -> None:
    facts = json.loads(facts_bytes(WHOLE))
    for index in range(len(facts)):
        assert facts_of(json.dumps(facts[:index] + facts[index + 1 :]).encode()) is None
    assert facts_of(json.dumps([*facts, 1]).encode()) is None
    for part in range(3):
        for row in (facts[part][0][:-1], [*facts[part][0], 1]):
            assert facts_of(json.dumps([*facts[:part], [row], *facts[part + 1 :]]).encode()) is None
    imports = json.loads(imports_bytes((IMPORT,)))
    for row in (imports[0][:-1], [*imports[0], 1]):
        assert imports_of(json.dumps([row]).encode()) is None


def test_what_is_nested_too_deep_is_no_fact() -> None:
    deep = b"[" * 100_000
    assert facts_of(deep) is None
    assert imports_of(deep) is None


def test_whatever_decides_on_facts_is_in_the_name_of_what_is_asked() -> None:
    rust = shipped_policy().languages["rust"]
    measure = Measure("a/b", "(x) @finding", "", 0)
    names = {
        ask(rust, (measure,), 9).name,
        ask(rust, (measure,), 10).name,
        ask(rust, (replace(measure, query="(y) @finding"),), 9).name,
        ask(rust, (replace(measure, longer_than=5),), 9).name,
        ask(rust, (replace(measure, rule="a/c"),), 9).name,
        ask(rust, (measure, measure), 9).name,
        ask(replace(rust, test_attributes=("my::case",)), (measure,), 9).name,
        ask(replace(rust, inert_macros=()), (measure,), 9).name,
        ask(replace(rust, symbols=""), (measure,), 9).name,
    }
    assert len(names) == 9
    assert ask(rust, (measure,), 9).name in names


def test_another_binary_of_the_grammar_is_another_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    binary = tmp_path / "tree_sitter_toy" / "_binding.so"
    binary.parent.mkdir()
    (binary.parent / "__init__.py").touch()
    binary.touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    toy = replace(shipped_policy().languages["rust"], grammar="tree_sitter_toy")
    before = ask(toy, (), 9).name
    os.utime(binary, (1, 1))
    engine.cache_clear()
    assert ask(toy, (), 9).name != before
