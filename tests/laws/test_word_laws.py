"""Words lead to every match: what is looked for by its words is what a query over the whole tree finds."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_sitter import Node, Query, QueryCursor, QueryPredicate

from ratchet.acts.finding import measures_of
from ratchet.syntax import rust
from ratchet.syntax.facet import Purpose
from ratchet.syntax.facts import glance
from ratchet.syntax.finding import Finds, find
from ratchet.syntax.grammars import grammar
from ratchet.syntax.lens import Lens
from ratchet.syntax.lens_making import compile_lens
from ratchet.syntax.looking import Match, look
from ratchet.syntax.parsing import parse
from ratchet.syntax.query_conditions import holds
from ratchet.syntax.query_rows import with_rows
from ratchet.syntax.reading import read
from tests.counting import shipped_policy
from tests.laws.rusty import Code
from tests.laws.rusty_items import programs

_CASES = Path(__file__).parent.parent / "syntax" / "data" / "rust-scopes.jsonl"
_CODE = [
    text
    for line in _CASES.read_text("utf-8").splitlines()
    for path, text in json.loads(line)["files"].items()
    if path.endswith(".rs")
]


@cache
def _lens() -> Lens:
    policy = shipped_policy()
    return compile_lens(policy.languages["rust"], measures_of(policy.rulebook, "rust"))


@cache
def _queries() -> list[tuple[str, int, Query]]:
    lens, tokens = _lens(), rust.token_nodes()
    texts = [
        (name, index, text)
        for index, measure in enumerate(lens.measures)
        for name, text in (("site", measure.query), ("unless", measure.unless))
    ]
    return [
        (name, index, Query(grammar(lens.language), with_rows(text, tokens))) for name, index, text in texts if text
    ]


def _holding(text: bytes) -> QueryPredicate:
    def held(
        predicate: str,
        args: list[tuple[str, Literal["capture", "string"]]],
        pattern_index: int,
        captures: dict[str, list[Node]],
    ) -> bool:
        return holds(predicate, (name for name, kind in args if kind == "capture"), captures, text)

    return held


def _by_whole_queries(root: Node, text: bytes) -> Finds:
    """The plain way: each query over all nodes."""
    matches = [
        Match(Purpose(name, index, query.pattern_settings(pattern).get("target") == "library"), nodes)
        for name, index, query in _queries()
        for pattern, nodes in QueryCursor(query).matches(root, _holding(text))
    ]
    return find(_lens(), matches)


def _agree(text: bytes) -> None:
    root = parse(_lens().language, text).root_node
    assert find(_lens(), list(look(_lens(), root, text))) == _by_whole_queries(root, text)


def _says_nothing(text: bytes) -> bool:
    reading = read(_lens(), text, all_regions=True)
    return not reading.found and not reading.links and not reading.comments


def _with_a_gap(text: str, start: int, length: int) -> bytes:
    """The text without a stretch, which mostly does not parse."""
    start = start % (len(text) + 1)
    return (text[:start] + text[start + length :]).encode()


@pytest.mark.parametrize("text", _CODE)
def test_words_find_in_every_case_what_whole_queries_find(text: str) -> None:
    source = rust.plain(text.encode())
    _agree(source)
    _agree(rust.tokens(source, (0, len(source))).text)


@given(programs())
@settings(max_examples=60)
def test_words_find_in_code_and_in_tokens_what_whole_queries_find(code: Code) -> None:
    source = rust.plain(code.text.encode())
    _agree(source)
    _agree(rust.tokens(source, (0, len(source))).text)


@given(programs(), st.integers(0, 10_000), st.integers(1, 40))
@settings(max_examples=80)
def test_words_find_in_broken_code_what_whole_queries_find(code: Code, start: int, length: int) -> None:
    _agree(_with_a_gap(code.text, start, length))


@pytest.mark.parametrize("text", _CODE)
def test_no_case_with_a_site_or_link_is_left_unparsed(text: str) -> None:
    assert glance(_lens(), text.encode()) is None or _says_nothing(text.encode())


_WORDS = st.sampled_from(
    [
        "x",
        "un",
        "wrap",
        ".r#unwrap()",
        "/*c*/",
        "//c\n",
        "mod",
        "mod\u2028a;",
        " ",
        "\n",
        "fn f() {",
        "}",
        ";",
        "u8!",
        "_",
    ]
)


@given(st.lists(_WORDS, max_size=12).map("".join))
@settings(max_examples=300)
def test_what_a_glance_leaves_unparsed_has_nothing_to_find(text: str) -> None:
    assert glance(_lens(), text.encode()) is None or _says_nothing(text.encode())


@given(programs(), st.integers(0, 10_000), st.integers(1, 40))
@settings(max_examples=60)
def test_a_glance_leaves_no_broken_code_unparsed_that_has_a_find(code: Code, start: int, length: int) -> None:
    text = re.sub(rb"unwrap|unsafe|panic", b"x", _with_a_gap(code.text, start, length))
    assert glance(_lens(), text) is None or _says_nothing(text)


@pytest.mark.parametrize("text", _CODE)
def test_a_keyword_of_the_tree_is_the_word_in_the_text(text: str) -> None:
    """Patterns that name a keyword are looked for by its letters."""
    waiting = [parse(_lens().language, text.encode()).root_node]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        if not node.is_named and not node.is_missing and re.fullmatch(r"\w+", node.type):
            assert node.text == node.type.encode()
