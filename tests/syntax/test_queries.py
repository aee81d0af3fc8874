"""Queries: what tree-sitter would ignore, misread or die of is refused, with its place."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratchet.model.language import Language
from ratchet.syntax.grammars import grammar
from ratchet.syntax.queries import query_mistakes, text_mistakes

RUST = Language(
    name="rust",
    grammar="tree_sitter_rust",
    entry="language",
    suffixes=(".rs",),
    comment="//",
    separator="::",
    symbols="",
    comments="",
)
PYTHON = replace(RUST, name="python", grammar="tree_sitter_python")


def said(query: str, language: Language = RUST) -> list[str]:
    return [f"{wrong.row}:{wrong.column} {wrong.message}" for wrong in query_mistakes(language, query)]


def hinted(query: str) -> list[str]:
    return [wrong.hint for wrong in query_mistakes(RUST, query)]


def predicate(text: str) -> str:
    return f"((identifier) @finding @_a (identifier) @_b ({text}))"


@pytest.mark.parametrize(
    "query",
    [
        "(identifier) @finding",
        "(identifier)@finding ; a comment",
        '"unsafe" @finding',
        "name: (identifier) @finding (block) @finding",
        "[(line_comment) (block_comment)] @finding",
        "(function_item !type_parameters name: (identifier) @finding)",
        "(block . (_) @finding .)",
        "(ERROR) @finding (MISSING) @finding",
        "_ @finding",
        predicate('#eq? @_a "x"'),
        predicate("#eq? @_a @_b"),
        predicate('#not-eq? @_a "x"'),
        predicate('#any-eq? @_a "x"'),
        predicate('#any-not-eq? @_a "x"'),
        predicate('#match? @_a "^(foo|bar)$"'),
        predicate('#not-match? @_a "\\\\d+[)+]"'),
        predicate('#any-match? @_a "x"'),
        predicate('#any-not-match? @_a "x"'),
        predicate('#any-of? @_a "x" "y"'),
        predicate("#adjacent? @_a @_b"),
        predicate("#empty? @_a"),
        predicate("#not-empty? @_a"),
        predicate("#unattributed? @_a"),
        predicate('#set! target "library"'),
        predicate("#set! target library"),
    ],
)
def test_a_sound_query_is_accepted(query: str) -> None:
    assert said(query) == []


@pytest.mark.parametrize(
    ("query", "complaint"),
    [
        ("", "0:0 the query is empty"),
        ("; only a comment", "0:0 the query is empty"),
        ("(identifer) @finding", "0:1 rust has no node `identifer`"),
        ("(function_item nam: (identifier) @finding)", "0:15 rust has no field `nam`"),
        ("(function_item !nam) @finding", "0:16 rust has no field `nam`"),
        ('"unsaf" @finding', "0:1 rust has no node `unsaf`"),
        ("(identifier) @finding\n\n\n  (foo) @finding", "3:3 rust has no node `foo`"),
        ('\n\n(identifier) @finding "ä" @finding', "2:23 rust has no node `ä`"),
        ('("ä" @_a (foo)) @finding', "0:2 rust has no node `ä`"),
        ('((identifier) @finding (#eq? @finding "ä")) (foo) @finding', "0:45 rust has no node `foo`"),
        (f"(identifier) @finding{' ' * 20_000}", "0:0 the query has 20021 characters, and 20000 is the most"),
        (
            "(source_file (source_file)) @finding",
            "0:13 this pattern can never match: the grammar allows no such node here",
        ),
        ("(identifier) @finding)", "0:21 tree-sitter cannot read the query here"),
        ("(block\n  (identifier) @finding", "1:23 the query ends too early"),
        ("(identifier)", "0:0 this pattern captures no `@finding`"),
        ("(identifier) @finding\n(block) @_b", "1:0 this pattern captures no `@finding`"),
        ("((block) @_b (#eq? @finding @_b)) @_c", "0:0 this pattern captures no `@finding`"),
        ("(block (identifier) @name) @finding", "0:20 unknown capture `@name`"),
        ("(identifier) @finding &", "0:22 '&' has no meaning in a query"),
        ('(identifier) @finding "abc', "0:22 a text that does not end on its line"),
        ("(identifier) @", "0:13 a capture without a name"),
        ("((identifier) @finding (#eq @finding))", "0:24 a predicate without a name"),
        (predicate('.eq? @_a "x"'), "0:45 `(.` starts a predicate"),
        ('(identifier) @finding (#eq? @finding "x")', "0:22 a predicate outside every pattern applies to nothing"),
        (predicate('#mach? @_a "x"'), "0:45 unknown predicate `#mach?`: tree-sitter would ignore it silently"),
        (predicate("#strip! @_a"), "0:45 unknown directive `#strip!`: tree-sitter would ignore it silently"),
        (predicate("#is? local"), "0:45 the predicate `#is?` is not supported"),
        (predicate('#not-any-of? @_a "x" "y"'), "0:45 the predicate `#not-any-of?` is not supported"),
        (predicate("#eq? @_a"), "0:45 `#eq?` takes other arguments"),
        (predicate('#eq? "x" @_a'), "0:45 `#eq?` takes other arguments"),
        (predicate("#match? @_a @_b"), "0:45 `#match?` takes other arguments"),
        (predicate("#any-of? @_a"), "0:45 `#any-of?` takes other arguments"),
        (predicate("#adjacent? @_a"), "0:45 `#adjacent?` takes other arguments"),
        (predicate("#empty? @_a @_b"), "0:45 `#empty?` takes other arguments"),
        (predicate('#set! target "test"'), "0:45 `#set!` takes other arguments"),
        (predicate("#set! target"), "0:45 `#set!` takes other arguments"),
        (predicate('#eq? @_c "x"'), "0:50 this pattern does not capture `@_c`"),
        (predicate('#match? @_a "\\d"'), "0:58 `\\d` in a query's text is just `d`"),
        (
            predicate('#match? @_a "["'),
            "0:57 the regular expression is broken: unterminated character set at position 0",
        ),
        (
            predicate(f'#match? @_a "{"a" * 201}"'),
            "0:57 the regular expression has 201 characters, and 200 is the most",
        ),
        ("(identifier) @finding?", "0:13 unknown capture `@finding?`"),
        (
            "(block (identifier) @_a @_b @_c @finding)",
            "0:0 a node here has more than 3 captures, and tree-sitter keeps no more of them",
        ),
        (
            "(block [(identifier) @_a @_b] @_c @finding)",
            "0:0 a node here has more than 3 captures, and tree-sitter keeps no more of them",
        ),
    ],
)
def test_a_mistake_is_found_where_it_stands(query: str, complaint: str) -> None:
    assert complaint in said(query)


@pytest.mark.parametrize(
    ("query", "hint"),
    [
        ("(identifer) @finding", "did you mean `identifier`?"),
        ("(function_item nam: (identifier) @finding)", "did you mean `name`?"),
        ('"unsaf" @finding', "did you mean `unsafe`?"),
        ("(identifier) @finding @findng", "did you mean `@finding`?"),
        (predicate('#mach? @_a "x"'), "did you mean `#match?`?"),
        (predicate('#eq? @_aa "x"'), "did you mean `@_a`?"),
        (predicate('#match? @_a "\\d"'), "write `\\\\d`"),
        (
            predicate('#not-any-of? @_a "x"'),
            "tree-sitter for Python gets it wrong: write one (#not-eq? …) for each text",
        ),
        ('(identifier) @finding (#eq? @finding "x")', "put it inside the pattern: ((node) @finding (#eq? …))"),
        (predicate("#any-of? @_a"), 'write (#any-of? @_a "one" "two")'),
    ],
)
def test_a_mistake_says_what_was_meant(query: str, hint: str) -> None:
    assert hinted(query) == [hint]


def test_every_mistake_of_a_query_is_found_at_once() -> None:
    query = '((identifier) @finding (#mach? @finding "a"))\n(block) @name\n((block) @finding (#eq? @_x "a"))'
    assert said(query) == [
        "0:24 unknown predicate `#mach?`: tree-sitter would ignore it silently",
        "1:8 unknown capture `@name`",
        "1:0 this pattern captures no `@finding`",
        "2:24 this pattern does not capture `@_x`",
    ]


def test_each_language_is_checked_against_its_own_grammar() -> None:
    assert said("(unsafe_block) @finding", PYTHON) == ["0:1 python has no node `unsafe_block`"]


@pytest.mark.parametrize("query", ["(a b:) @finding !", "(a !) @finding", "(a (b/)) @finding", "(a b: ]) @finding [!"])
def test_a_name_that_is_missing_takes_no_bracket_along(query: str) -> None:
    assert query_mistakes(PYTHON, query)


def test_other_captures_can_be_asked_for() -> None:
    wanted = ("@symbol", "@name")
    assert text_mistakes("(function_item name: (identifier) @name) @symbol", wanted) == ()
    [wrong] = text_mistakes("(function_item) @symbol", wanted)
    assert wrong.message == "this pattern captures no `@name`"


def test_a_broken_query_leaves_its_text_as_it_was() -> None:
    """The binding cuts the string it is given into lines in place: a copy has to take that blow."""
    query = "".join(["(identifier) @finding\n", "(foo) @finding\n", "; the end"])
    assert said(query)
    assert "\0" not in query


@pytest.mark.parametrize(
    "regex", ["^(a+)+$", "(a*)*", "(a|b)*", "(a?){20}", "((ab)+c)+", "(x(a|b)y)+", "(?:a+){2,}", "(a+){,9}", "([^)]+)*"]
)
def test_a_regular_expression_that_can_run_for_ever_is_refused(regex: str) -> None:
    [complaint] = said(predicate(f'#match? @_a "{regex}"'))
    assert "exponential time" in complaint


@pytest.mark.parametrize(
    "regex",
    ["^(a|b)$", "(ab)+", "[(+]+[)]*", "a+b+", "(a+)?", "^\\\\(+\\\\)+$", "(noqa|ruff:\\\\s*noqa)", "{}", "(?:ab)*c"],
)
def test_a_regular_expression_that_ends_in_time_is_accepted(regex: str) -> None:
    assert said(predicate(f'#match? @_a "{regex}"')) == []


# A second where the machine is ours alone; other tests run beside this one.
AT_ONCE = 2

BOMBS = {
    "parentheses": "(" * 100_000,
    "a depth of 101": "(_ " * 101 + ")" * 101 + "@finding",
    "brackets": "[" * 19_000,
    "options": "(block " + "(_)? " * 3_000 + ") @finding",
    "stars": "(block " + "(_)* " * 3_000 + ") @finding",
    "text": "a" * 20_001,
    "quotes": '"' * 19_999,
    "predicates": "(#" * 9_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_before_tree_sitter_sees_it(name: str) -> None:
    started = time.process_time()
    assert text_mistakes(BOMBS[name])
    assert time.process_time() - started < AT_ONCE


def test_a_query_of_the_allowed_depth_compiles() -> None:
    assert said("(block " * 99 + ")" * 99 + " @finding") == []


PIECES = ["(", ")", "[", "]", '"a"', '"b', "@finding", "@_a", "#eq?", "identifier", "block", "name:", *"!.*;_/\\é"]


@given(st.lists(st.sampled_from(PIECES), max_size=14))
@settings(max_examples=300, deadline=None)
def test_any_text_is_a_query_or_a_mistake_inside_it(pieces: list[str]) -> None:
    grammar(RUST)
    query = "\n".join(pieces)
    for wrong in query_mistakes(RUST, query):
        lines = query.split("\n")
        assert wrong.row < len(lines)
        assert wrong.column <= len(lines[wrong.row])
