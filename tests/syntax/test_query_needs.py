"""The words that patterns cannot do without, by their text alone."""

from __future__ import annotations

import pytest

from ratchet.syntax.query_needs import NOTHING_KNOWN, needs, roots, wants
from ratchet.syntax.query_shape import parts
from ratchet.syntax.steps import Need
from ratchet.syntax.words import occurs, places


def _need(words: str, depths: set[int], kinds: str) -> Need:
    return Need(frozenset(words.encode().split()), frozenset(depths), frozenset(kinds.split()))


@pytest.mark.parametrize(
    ("query", "need"),
    [
        ('(a "unsafe" @finding)', _need("unsafe", {1}, "a")),
        ('(a (b) @finding @_n (#eq? @_n "w"))', _need("w", {1}, "a")),
        ('((a) @finding (#any-of? @finding "v" "w"))', _need("v w", {0}, "a")),
        ('(a [(b) @_n (c name: (b) @_n)] @finding (#eq? @_n "w"))', _need("w", {1, 2}, "a")),
        ('[(a "x") (b (c "y"))] @finding', _need("x y", {1, 2}, "a b")),
        ('(a (b) @_n (c) @_m (#any-of? @_n "v" "w") (#eq? @_m "u")) @finding', _need("u", {1}, "a")),
        ('(a "let" (b) @_n (#eq? @_n "w")) @finding', _need("w", {1}, "a")),
        ('(_ "yield") @finding', _need("yield", {1}, "_")),
        ('(s/a "yield") @finding', _need("yield", {1}, "_")),
    ],
)
def test_a_word_and_how_deep_it_is_below_the_root(query: str, need: Need) -> None:
    assert needs(query) == (need,)


@pytest.mark.parametrize(
    "query",
    [
        "(a) @finding",
        '(a "w"?) @finding',
        '(a (b "w")*) @finding',
        '(a [(b) @_n (c)] @finding (#eq? @_n "w"))',
        '(a (b)? @_n (#eq? @_n "w")) @finding',
        '(a (b) @_n (#not-eq? @_n "w")) @finding',
        "(a (b) @_n (c) @_m (#eq? @_n @_m)) @finding",
        '(a "=>") @finding',
        '(a "not in") @finding',
        '(a (MISSING "w")) @finding',
        '((a) @finding (#match? @finding "^[a-z]"))',
        '((a) @finding (#match? @finding "one|two"))',
        '((a) @finding (#match? @finding "x?"))',
        '(a (b) @_n (#eq? @_n "")) @finding',
    ],
)
def test_nothing_is_known_where_a_match_could_do_without(query: str) -> None:
    assert needs(query) == (NOTHING_KNOWN,)


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ('((a) @finding (#match? @finding "ratchet:\\\\s*allow"))', b"ratchet:"),
        ('((a) @finding (#match? @finding "^noqa+"))', b"noqa"),
        ('((a) @finding (#match? @finding "noqa*"))', b"noq"),
        ('((a "yield") . (b)) @finding', b"yield"),
        ('(a "yield")+ @finding', b"yield"),
    ],
)
def test_a_word_is_known_though_not_where_it_is(query: str, word: bytes) -> None:
    assert [(need.words, need.depths) for need in needs(query)] == [(frozenset({word}), frozenset[int]())]


def test_of_several_choices_what_tells_most_of_each_is_known_and_every_word_that_all_of_them_have() -> None:
    choices = '(a "loop" (b) @_n) (a "x" (c "loop" (b) @_n)) (d (b) @_n "loop")'
    shape = parts(f'([{choices}] (#eq? @_n "word"))')[0]
    assert [(sorted(need.words), sorted(need.depths)) for need in wants(shape)] == [
        ([b"loop"], [1, 2]),
        ([b"word"], [1, 2]),
    ]


def test_each_pattern_has_needs_of_its_own_and_the_kinds_that_it_begins_with() -> None:
    query = '(a "x" @finding)\n(b) @finding\n["c" (d)] @finding'
    assert [need.words for need in needs(query)] == [{b"x"}, frozenset(), frozenset()]
    assert roots(query) == {"a", "b", "c", "d"}
    assert roots("(a)+ @finding") == {"_"}


def test_a_word_is_no_part_of_a_longer_one() -> None:
    assert list(places(b"unwrap", b"unwrap unwrap_or xunwrap r#unwrap .unwrap()")) == [0, 27, 35]
    assert list(places(b"a::b", b"xa::b a::b")) == [6]


def test_of_a_word_that_may_be_rewritten_only_the_letters_must_be_there() -> None:
    assert occurs(b"_8", b"u8!()")
    assert occurs(b"a :: b", b"xa")
    assert not occurs(b"unwrap", b"unwrap_or")
    assert not occurs(b"_", b"a_b")
