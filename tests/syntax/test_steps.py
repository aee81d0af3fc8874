"""Patterns as steps: what is refused, what is found then, and that reading a file compiles nothing."""

from __future__ import annotations

from typing import cast

import pytest
from tree_sitter import Node, Query, QueryCursor, QueryPredicate

from ratchet.acts.finding import measures_of
from ratchet.syntax.facet import Facet
from ratchet.syntax.facts import read_facts
from ratchet.syntax.finding import find
from ratchet.syntax.grammars import grammar
from ratchet.syntax.lens import Lens
from ratchet.syntax.lens_making import Written, compile_lens
from ratchet.syntax.looking import look
from ratchet.syntax.parsing import parse
from ratchet.syntax.query_conditions import holds
from ratchet.syntax.query_shape import parts
from ratchet.syntax.query_steps import TooHard, steps_of
from ratchet.syntax.query_tokens import canonical
from ratchet.syntax.seeking import Seeker
from ratchet.syntax.steps import Need
from ratchet.syntax.wanted import Measure
from tests.counting import shipped_policy
from tests.laws.stepping import by_steps, by_tree_sitter

RUST = shipped_policy().languages["rust"]


def facets(lens: Lens) -> list[Facet]:
    sought = (lens.sites, lens.excuses)
    found = [facet for each in sought for facets in each.by_word.values() for facet in facets]
    return [*found, *(facet for each in sought for facet in each.compiled), lens.symbols, lens.comments]


def shipped(name: str) -> Lens:
    policy = shipped_policy()
    return compile_lens(policy.languages[name], tuple(measures_of(policy.rulebook, name)))


def test_every_shipped_pattern_of_rust_can_be_taken_in_steps() -> None:
    assert all(facet.steps is not None for facet in facets(shipped("rust")))


@pytest.mark.parametrize(
    "query",
    [
        "(block (identifier) @a .)",
        "(block (identifier)+ @a)",
        "(block (identifier)* . (block) @a)",
        '(arguments "("? . (_)? . ")" @a)',
        "(_ (identifier)) @a",
        "(block (_ (identifier)) @a)",
        "_ @a",
        "(MISSING identifier) @a",
        "(_expression) @a",
        "((identifier) @a (block))",
        "(block [(identifier) @a (block)] @b)",
        "(block [(_) (identifier) @a])",
        "(token_tree (identifier) . (integer_literal) @a)",
        '(token_tree "#" . (token_tree (identifier) @b) @a)',
        '((identifier) @a (#any-eq? @a "x"))',
        "(let_declaration pattern: (_) @a value: (_) @b (#eq? @a @b))",
    ],
)
def test_what_tree_sitter_matches_in_a_way_of_its_own_is_left_to_it(query: str) -> None:
    with pytest.raises(TooHard):
        steps_of(parts(query), grammar(RUST))


@pytest.mark.parametrize(
    "query",
    [
        "(block (_) @a)",
        "(block _ @a)",
        "(block . (_) @a)",
        '(block "{" @c . _ @a . _ @b)',
        "(token_tree . (identifier) @a)",
        '(token_tree "," @a . (identifier) @b)',
        "(arguments (identifier) @a . (identifier) @b)",
        "(arguments _ @a . (identifier) @b)",
        "(let_declaration value: (_) @a !type)",
        '(string_literal "\\"" @a)',
    ],
)
def test_the_corners_of_the_language_of_queries_are_as_tree_sitter_has_them(query: str) -> None:
    text = b'fn f() { ) /* c */ g(a, /* c */ b, c); let x: u8 = 1; let y = "s"; m!(a, b + , /* c */ c d); ] 1 }'
    text += b" fn h() { i; j }"
    root, shapes = parse(RUST, text).root_node, parts(query)
    found = by_steps(RUST, shapes, root, text)
    assert root.has_error
    assert found
    assert found == by_tree_sitter(RUST, shapes, root, text)


def test_a_pattern_without_steps_is_found_by_a_compiled_query() -> None:
    text = b"fn f() { let x = x; let y = z; }"
    lens = compile_lens(
        RUST, (Measure("a/b", "(let_declaration pattern: (_) @finding value: (_) @_b (#eq? @finding @_b))"),)
    )
    assert [facet.steps for facet in lens.sites.compiled] == [None]
    assert [site.text for site in read_facts(lens, text).sites] == ["x"]


@pytest.mark.parametrize(
    "query",
    [
        '(binary_expression left: (identifier) @finding (#eq? @finding "x"))',
        '(binary_expression (identifier) @finding (#eq? @finding "x"))',
        '(token_tree (identifier) @finding (#eq? @finding "x"))',
        '(token_tree (identifier) @finding . (identifier) @_b (#eq? @finding "x"))',
        '(token_tree (identifier) @finding . (identifier) @_b (#eq? @_b "x"))',
        '(token_tree (identifier) @_a . "," @_c . (identifier) @finding (#eq? @finding "x"))',
        '(token_tree _ @_a . (identifier) @finding (#eq? @finding "x"))',
        '(token_tree (identifier) @finding . (token_tree (identifier) @_b) (#eq? @_b "x"))',
        '(token_tree "," @finding . (identifier) @_c . (token_tree (identifier) @_b) (#eq? @_b "x"))',
        '(arguments (identifier) @finding . (identifier) @_b (#eq? @_b "x"))',
        '(arguments . (identifier) @finding (#eq? @finding "x"))',
        '(token_tree (identifier) @finding (identifier) @_b (#eq? @_b "x"))',
        '(call_expression function: (identifier) @_a arguments: (arguments (identifier) @finding) (#eq? @finding "x"))',
    ],
)
def test_from_a_word_steps_lead_to_what_the_compiled_query_finds(query: str) -> None:
    text = b"fn f() { a + x; x + a; x + x; g(a, x, b, x); g(x); g(b); }"
    text += b" fn h() { m!(a, x, x b (x) c, (x), d + (x) x, , ! x [x a] x x); }"
    lens, root = compile_lens(RUST, (Measure("a/b", query),)), parse(RUST, text).root_node
    assert lens.sites.by_word

    def held(predicate: str, args: list[tuple[str, str]], _: int, nodes: dict[str, list[Node]]) -> bool:
        return holds(predicate, (name for name, kind in args if kind == "capture"), nodes, text)

    matches = QueryCursor(Query(grammar(RUST), query)).matches(root, cast(QueryPredicate, held))
    wanted = {(node.start_byte, node.end_byte) for _, nodes in matches for node in nodes["finding"]}
    assert wanted
    assert {(each.start, each.end) for each in find(lens, look(lens, root, text)).found} == wanted


def test_an_anchor_before_the_only_field_holds() -> None:
    lens = compile_lens(RUST, (Measure("a/b", '(match_arm . value: (identifier) @finding (#eq? @finding "x"))'),))
    assert not read_facts(lens, b"fn f() { match y { a => x } }").sites


def test_at_one_node_steps_and_the_compiled_query_find_the_same() -> None:
    text = b"fn f() { g(a, b).unwrap(); }"
    node = parse(RUST, text).root_node.descendant_for_byte_range(9, 24)
    easy = Facet(RUST, Need(), Written(RUST, tuple(parts("(call_expression (arguments (identifier) @a)) @b"))))
    hard = Facet(RUST, Need(), Written(RUST, tuple(parts("(call_expression (arguments (identifier) @a) .) @b"))))
    assert node is not None
    assert (easy.steps is None, hard.steps is None) == (False, True)
    assert list(Seeker(text).at(easy, node)) == []
    call = node.named_children[0].named_children[0]
    found = [(number, sorted(nodes.items())) for number, nodes in Seeker(text).at(easy, call)]
    assert len(found) == 2
    assert found == [(number, sorted(nodes.items())) for number, nodes in Seeker(text).at(hard, call)]


def test_reading_rust_with_the_shipped_rules_compiles_nothing() -> None:
    lens = shipped("rust")
    rules = [rule for rule in shipped_policy().rulebook.rules.values() if rule.id.startswith("rust/")]
    texts = [
        text for rule in rules for each in (*rule.valid, *rule.invalid) for path, text in each.files if ".rs" in path
    ]
    seen = {site.rule for text in texts for site in read_facts(lens, text.encode()).sites}
    assert seen == {rule.id for rule in rules if rule.verb == "count"}
    assert not [facet for facet in facets(lens) if "query" in vars(facet)]


def test_a_query_has_the_same_words_for_the_rulebook_and_for_the_lens() -> None:
    policy = shipped_policy()
    measures = [each for name in policy.languages for each in measures_of(policy.rulebook, name)]
    odd = ('(a "\\"" @b ; "c\n . [(d) "\\\\"]? ! e f: _ (#eq? @b "(; #x?"))', "(sub)* @c.d-e")
    for query in [*odd, *(text for each in measures for text in (each.query, each.unless))]:
        assert " ".join(part.text for part in parts(query)) == canonical(query)
