"""Rows in queries: every one is found, and among tokens nothing lies between its members."""

from __future__ import annotations

import pytest
from tree_sitter import Language as Grammar
from tree_sitter import Parser, Query, QueryCursor

from ratchet.syntax.query_rows import with_rows
from tests.counting import shipped_policy

TOKENS = frozenset({"token_tree"})


def test_each_member_of_a_row_gets_a_capture_and_the_row_a_predicate() -> None:
    assert with_rows('(token_tree "a" @x . (b) @x . "c"? @y)', TOKENS) == (
        '(( token_tree "a" @x @_row0.0.0 . ( b ) @x @_row0.0.1 . "c" ? @y @_row0.0.2 )'
        " (#adjacent? @_row0.0.0 @_row0.0.1 @_row0.0.2))"
    )


def test_among_nodes_a_row_is_only_captured() -> None:
    assert with_rows("(block (a) . (b) @f)", TOKENS) == "( block ( a ) @_row0.0.0 . ( b ) @f @_row0.0.1 )"


@pytest.mark.parametrize(
    "query",
    [
        "( block . ( _ ) @finding . )",
        "( call name : ( a ) @finding ! field )",
        '[ ( a ) "b" ] @finding',
        '( ( a ) @finding ( #eq? @finding "x" ) )',
        "( super/sub ) @finding",
        '( a ) + @finding\n"unsafe" @finding',
    ],
)
def test_a_query_without_rows_stays_as_it_is(query: str) -> None:
    assert with_rows(query, TOKENS) == query


def test_rows_inside_rows_and_inside_choices_are_rows_of_their_own() -> None:
    text = with_rows('[(token_tree "a" . (token_tree "(" . "b")) (other "a" . "b")] @f', TOKENS)
    assert text.count("@_row") == 10
    assert text.endswith("(#adjacent? @_row0.0.0 @_row0.0.1) (#adjacent? @_row0.1.0 @_row0.1.1))")


def test_without_this_tree_sitter_reports_the_first_row_only() -> None:
    """When this fails, tree-sitter was mended and the module has lost half of its reason."""
    import tree_sitter_rust

    rust = Grammar(tree_sitter_rust.language())
    tree = Parser(rust).parse(b"fn f() { g(1, a, 2, b, 3, c); }")
    query = "(arguments (integer_literal) . (identifier) @finding)"

    def found(text: str) -> int:
        return len(QueryCursor(Query(rust, text)).matches(tree.root_node))

    assert (found(query), found(with_rows(query, TOKENS))) == (1, 3)


def test_the_shipped_rules_of_rust_can_be_read_with_rows() -> None:
    for rule in shipped_policy().rulebook.rules.values():
        query = getattr(rule.spec, "query", "")
        assert with_rows(query, TOKENS).count("@finding") == query.count("@finding")
