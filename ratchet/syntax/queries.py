"""Whether a query means what it says: checked before tree-sitter sees it, which ignores what it does not know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ratchet.model.language import Language
from ratchet.model.shape import nearest
from ratchet.syntax.query_compiler import grammar_mistakes
from ratchet.syntax.query_mistake import QueryMistake, mistake_at
from ratchet.syntax.query_parts import Pattern, depth, patterns
from ratchet.syntax.query_predicates import predicate_mistakes, string_mistakes
from ratchet.syntax.query_shape import Part, parts
from ratchet.syntax.query_tokens import Token, TokenKind, tokens

__all__ = ["FINDING", "QueryMistake", "grammar_mistakes", "query_mistakes", "text_mistakes"]

FINDING = ("@finding",)
_LONGEST = 20_000
_DEEPEST = 100
_MOST_REPEATS = 40
_MOST_CAPTURES = 3


def query_mistakes(language: Language, query: str, captures: tuple[str, ...] = FINDING) -> tuple[QueryMistake, ...]:
    """Everything wrong with a query for a language; each of its patterns must capture all of `captures`."""
    return text_mistakes(query, captures) or grammar_mistakes(language, query)


def text_mistakes(query: str, captures: tuple[str, ...] = FINDING) -> tuple[QueryMistake, ...]:
    """What can be said of a query without its grammar; a query that passes is safe to hand to tree-sitter."""
    if len(query) > _LONGEST:
        return (QueryMistake(0, 0, f"the query has {len(query)} characters, and {_LONGEST} is the most"),)
    found = tuple(tokens(query))
    if not found:
        return (QueryMistake(0, 0, "the query is empty"),)
    if wrong := tuple(_token_mistakes(found)):
        return wrong
    wrong = tuple(mistake for pattern in patterns(found) for mistake in _pattern_mistakes(pattern, captures))
    return wrong or (tuple(_crowded(query, found)) if _is_balanced(found) else ())


def _token_mistakes(found: Sequence[Token]) -> Iterator[QueryMistake]:
    for token in found:
        if token.kind is TokenKind.BAD:
            yield mistake_at(token, *_bad(token.text))
            return
        if token.kind is TokenKind.STRING:
            yield from string_mistakes(token)
    for before, token in pairwise(found):
        if before.text == "(" and token.text == ".":
            yield mistake_at(token, "`(.` starts a predicate", "write `(#`, or put the anchor between two nodes")
    yield from _size_mistakes(found)


def _size_mistakes(found: Sequence[Token]) -> Iterator[QueryMistake]:
    deepest, where = depth(found)
    if deepest > _DEEPEST and where:
        # tree_sitter.Query overflows the C stack on deep nesting and takes the process with it.
        yield mistake_at(where, f"the query nests {deepest} brackets, and {_DEEPEST} is the most")
    repeats = [token for token in found if token.kind is TokenKind.MARK and token.text in "*+?"]
    if len(repeats) > _MOST_REPEATS:
        # Measured: tree_sitter.Query needs 1 s for 40 of them in a row and minutes for some hundreds.
        message = f"the query has {len(repeats)} of `*`, `+` and `?`, and {_MOST_REPEATS} is the most"
        yield mistake_at(repeats[_MOST_REPEATS], message)


def _is_balanced(found: Sequence[Token]) -> bool:
    """Whether each bracket is closed by its own kind; where one is not, tree-sitter says so."""
    waiting: list[str] = []
    for token in found:
        if token.kind is TokenKind.OPEN:
            waiting.append({"(": ")", "[": "]"}[token.text])
        elif token.kind is TokenKind.CLOSE and (not waiting or waiting.pop() != token.text):
            return False
    return not waiting


def _crowded(query: str, found: Sequence[Token]) -> Iterator[QueryMistake]:
    """tree-sitter (0.25.2) drops the fourth capture of a node without a word, and what is asked of it then holds."""
    for pattern, part in zip(patterns(found), parts(query), strict=False):
        if _most_captures(part) > _MOST_CAPTURES:
            message = f"a node here has more than {_MOST_CAPTURES} captures, and tree-sitter keeps no more of them"
            yield mistake_at(pattern.start, message, "leave one out, or write the choices as patterns of their own")


def _most_captures(part: Part, around: int = 0) -> int:
    """How many captures one node of a pattern has at the most, those of the choices and groups around it included."""
    mine = around + len(part.captures)
    is_node = bool(part.name) or part.head[-1] not in ("(", "[")
    inner = max((_most_captures(each, 0 if is_node else mine) for each in part.inside), default=0)
    return max(mine, inner)


def _bad(text: str) -> tuple[str, str]:
    words = {
        '"': ("a text that does not end on its line", 'close it with `"`'),
        "@": ("a capture without a name", "write @finding, or @_name for what only predicates look at"),
        "#": ("a predicate without a name", "write `#eq?`, `#match?`, …"),
    }
    return words.get(text, (f"{text!r} has no meaning in a query", ""))


def _pattern_mistakes(pattern: Pattern, wanted: tuple[str, ...]) -> Iterator[QueryMistake]:
    if pattern.bare:
        hint = f"put it inside the pattern: ((node) {wanted[0]} ({pattern.predicates[0].name.text} …))"
        yield mistake_at(pattern.start, "a predicate outside every pattern applies to nothing", hint)
        return
    for token in pattern.captures:
        if token.text not in wanted and not token.text.startswith("@_"):
            hint = nearest(token.text, wanted) or "a capture that only predicates look at starts with @_"
            yield mistake_at(token, f"unknown capture `{token.text}`", hint)
    captured = {token.text for token in pattern.captures}
    for name in wanted:
        if name not in captured:
            hint = f"write {name} after the node it is about"
            yield mistake_at(pattern.start, f"this pattern captures no `{name}`", hint)
    yield from predicate_mistakes(pattern)
