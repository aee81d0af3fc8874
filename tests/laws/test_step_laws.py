"""Steps taken in Python find what tree-sitter finds, whatever the pattern and the code; or they are refused."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tree_sitter import QueryError

from ratchet.acts.finding import measures_of
from ratchet.model.language import Language
from ratchet.syntax.grammars import grammar
from ratchet.syntax.parsing import parse
from ratchet.syntax.query_shape import Part, parts
from ratchet.syntax.query_steps import TooHard, steps_of
from tests.counting import shipped_policy
from tests.laws import pythonic
from tests.laws.rusty import Code
from tests.laws.rusty_items import programs
from tests.laws.stepping import by_steps, by_tree_sitter, made_from, nodes_below


def _language(name: str) -> Language:
    return shipped_policy().languages[name]


def _shipped(name: str) -> list[Part]:
    """Every shipped pattern that can be taken in steps."""
    language = _language(name)
    queries = [each for measure in measures_of(shipped_policy().rulebook, name) for _, each in measure.queries]
    patterns = [part for query in (*queries, language.symbols, language.comments) for part in parts(query)]
    return [part for part in patterns if _has_steps(language, part)]


def _has_steps(language: Language, part: Part) -> bool:
    try:
        steps_of([part], grammar(language))
    except TooHard:
        return False
    return True


def _agree(name: str, text: bytes, patterns: list[Part]) -> int:
    language = _language(name)
    tree = parse(language, text)
    found = by_steps(language, patterns, tree.root_node, text)
    assert found == by_tree_sitter(language, patterns, tree.root_node, text)
    return len(found)


@pytest.mark.parametrize("name", ["python", "rust"])
def test_the_shipped_patterns_find_the_same_in_all_examples(name: str) -> None:
    rules = [rule for rule in shipped_policy().rulebook.rules.values() if rule.id.startswith(f"{name}/")]
    texts = {text for rule in rules for each in (*rule.valid, *rule.invalid) for _, text in each.files}
    whole = "\n".join(sorted(text for text in texts if not text.startswith("[package]")))
    # The last has what is around a site broken, so that the parser loses its way there.
    versions = (whole, whole.replace(";", "; /* why */"), whole.replace("{", "{ )"), whole.replace("fn", "fn fn"))
    assert all(_agree(name, version.encode(), _shipped(name)) for version in versions)


@given(programs())
@settings(max_examples=25)
def test_the_shipped_patterns_find_the_same_in_any_rust(code: Code) -> None:
    _agree("rust", code.text.encode(), _shipped("rust"))


@given(pythonic.programs())
@settings(max_examples=25)
def test_the_shipped_patterns_find_the_same_in_any_python(code: bytes) -> None:
    _agree("python", code, _shipped("python"))


@given(programs(), st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_any_pattern_finds_the_same_or_is_refused(code: Code, random: Random) -> None:
    language, text = _language("rust"), code.text.encode()
    nodes = [node for node in nodes_below(parse(language, text).root_node) if node.is_named and not node.is_error]
    shapes = parts(f"{made_from(random.choice(nodes), random)} @a")
    try:
        steps_of(shapes, grammar(language))
    except TooHard:
        assume(False)
    try:
        _agree("rust", text, shapes)
    except QueryError:
        assume(False)  # no such node can be there, says the grammar
