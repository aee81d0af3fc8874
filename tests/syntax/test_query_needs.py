"""The words that every match of a pattern holds, by the text of the pattern alone."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ratchet.syntax.query_needs import NOTHING_KNOWN, need_of, roots
from ratchet.syntax.query_regexes import certain_text
from ratchet.syntax.query_shape import parts
from ratchet.syntax.steps import Need


def _need(words: str, depths: set[int], kinds: str) -> Need:
    return Need(frozenset(words.encode().split()), frozenset(depths), frozenset(kinds.split()))


def _of(query: str) -> Need:
    (pattern,) = parts(query)
    return need_of(pattern)


@pytest.mark.parametrize(
    ("query", "need"),
    [
        ('(a "unsafe" @finding (#eq? @finding "unsafe"))', _need("unsafe", {1}, "a")),
        ('(a (b) @finding @_n (#eq? @_n "w"))', _need("w", {1}, "a")),
        ('((a) @finding (#any-of? @finding "v" "w"))', _need("v w", {0}, "a")),
        ('(a [(b) @_n (c name: (b) @_n)] @finding (#eq? @_n "w"))', _need("w", {1, 2}, "a")),
        ('(a (b) @_n (c) @_m (#any-of? @_n "v" "w") (#eq? @_m "u")) @finding', _need("u", {1}, "a")),
        ('(_ (a) @finding (#eq? @finding "yield"))', _need("yield", {1}, "_")),
        ('(s/a (b) @finding (#eq? @finding "yield"))', _need("yield", {1}, "_")),
        ('((a) @finding (b) (#eq? @finding "w"))', _need("w", set(), "")),
        ('((a) @finding (#match? @finding "^test_"))', _need("test_", set(), "a")),
        ('(a (b)+ @finding (#eq? @finding "w"))', _need("w", {1}, "a")),
    ],
)
def test_a_word_and_how_deep_it_is_below_the_root(query: str, need: Need) -> None:
    assert _of(query) == need


@pytest.mark.parametrize(
    "query",
    [
        "(a) @finding",
        '(a "unsafe" @finding)',
        '(a "not in" @finding)',
        '(a [(b) @_n (c)] @finding (#eq? @_n "w"))',
        '(a (b)? @_n (#eq? @_n "w")) @finding',
        '(a ((b) @_n)* @finding (#eq? @_n "w"))',
        '(a (b) @_n (#not-eq? @_n "w")) @finding',
        "(a (b) @_n (c) @_m (#eq? @_n @_m)) @finding",
        '((a) @finding (#match? @finding "^[a-z]"))',
        '((a) @finding (#not-match? @finding "abc"))',
        '(a (b) @_n (#eq? @_n "")) @finding',
        '(a ((b)?) @_n (#eq? @_n "w")) @finding',
        '(a [(b)* (c)] @_n (#eq? @_n "w")) @finding',
    ],
)
def test_nothing_is_known_where_a_match_could_do_without(query: str) -> None:
    assert _of(query) == NOTHING_KNOWN


@pytest.mark.parametrize(
    ("regex", "text"),
    [
        ("^test_", "test_"),
        ("ther", "ther"),
        ("^test_[a-z]", "test_"),
        ("one|two", ""),
        ("(one|two)three", "three"),
        ("x?", ""),
        ("abc*", "ab"),
        ("abc+de", "abc"),
        ("ab{0,2}cde", "cde"),
        ("(?i)abc", ""),
        (r"a\(\?", "a(?"),
        (r"\x41bc", ""),
        (r"(a)\1bc", ""),
        (r"\bunwrap\b", "unwrap"),
        ("a.b", "a"),
        ("", ""),
        ("[abc]def", "def"),
        ("(abc", ""),
    ],
)
def test_the_text_that_every_match_of_an_expression_holds(regex: str, text: str) -> None:
    assert certain_text(regex) == text


_PIECES = st.sampled_from(
    [*"ab_x.^$*+?|(){}", "ab", "[ab]", "[^a]", "{0}", "{2}", "{1,2}", "*?", "+?", "(?:", "(?i)", r"\b", r"\.", r"\x61"]
)


@given(st.lists(_PIECES, max_size=8).map("".join), st.text("abx_.({AB", max_size=12))
def test_what_an_expression_matches_holds_its_certain_text(regex: str, text: str) -> None:
    try:
        found = re.search(regex, text)
    except re.error:
        found = None
    assume(found is not None)
    assert certain_text(regex) in text


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("(a) @x (b (c)) @y", {"a", "b"}),
        ('["a" (b)] @x', {"a", "b"}),
        ("((a) @x)", {"a"}),
        ("(_) @x", {"_"}),
        ("(a)+ @x", {"_"}),
        ("((a) (b)) @x", {"_"}),
        ("(MISSING a) @x", {"_"}),
    ],
)
def test_the_kinds_of_nodes_that_a_match_begins_with(query: str, kinds: set[str]) -> None:
    assert roots(query) == kinds
