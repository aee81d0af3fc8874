"""The predicates a query may use: those that are really evaluated, with the arguments they need."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ratchet.model.shape import nearest
from ratchet.syntax.query_mistake import QueryMistake, mistake_at
from ratchet.syntax.query_parts import Pattern, Predicate
from ratchet.syntax.query_regexes import regex_problem
from ratchet.syntax.query_shape import ESCAPES, unquoted
from ratchet.syntax.query_tokens import Token, TokenKind

__all__ = ["predicate_mistakes", "string_mistakes"]

# The kinds of the arguments (c is a capture, s a text), and how to write them.
_SAME = ("c[cs]", '@_a "text"')
_MATCH = ("cs", '@_a "regular expression"')
_ARGUMENTS = {
    "#eq?": _SAME,
    "#not-eq?": _SAME,
    "#any-eq?": _SAME,
    "#any-not-eq?": _SAME,
    "#match?": _MATCH,
    "#not-match?": _MATCH,
    "#any-match?": _MATCH,
    "#any-not-match?": _MATCH,
    "#any-of?": ("cs+", '@_a "one" "two"'),
    "#adjacent?": ("cc+", "@_a @_b @_c"),
    "#empty?": ("c", "@_a"),
    "#not-empty?": ("c", "@_a"),
    "#unattributed?": ("c", "@_a"),
    "#set!": ("ss", 'target "library"'),
}
_REFUSED = {
    # py-tree-sitter asks "differs from one of them", which two different texts always make true (seen in 0.25.2).
    "#not-any-of?": "tree-sitter for Python gets it wrong: write one (#not-eq? …) for each text",
    "#is?": "nothing evaluates it",
    "#is-not?": "nothing evaluates it",
}


def predicate_mistakes(pattern: Pattern) -> Iterator[QueryMistake]:
    """Every predicate that tree-sitter would ignore without a word, or misread."""
    captured = {token.text for token in pattern.captures}
    for predicate in pattern.predicates:
        yield from _name_mistakes(predicate)
        if predicate.name.text in _ARGUMENTS:
            yield from _argument_mistakes(predicate, captured)


def _name_mistakes(predicate: Predicate) -> Iterator[QueryMistake]:
    name = predicate.name.text
    if name in _REFUSED:
        yield mistake_at(predicate.name, f"the predicate `{name}` is not supported", _REFUSED[name])
    elif name not in _ARGUMENTS:
        what = "directive" if name.endswith("!") else "predicate"
        hint = nearest(name, _ARGUMENTS) or f"known are {', '.join(_ARGUMENTS)}"
        yield mistake_at(predicate.name, f"unknown {what} `{name}`: tree-sitter would ignore it silently", hint)


def _argument_mistakes(predicate: Predicate, captured: set[str]) -> Iterator[QueryMistake]:
    name, arguments = predicate.name.text, predicate.arguments
    form, usage = _ARGUMENTS[name]
    kinds = "".join("c" if token.kind is TokenKind.CAPTURE else "s" for token in arguments)
    texts = [unquoted(token.text) for token in arguments]
    if not re.fullmatch(form, kinds) or (name == "#set!" and texts != ["target", "library"]):
        yield mistake_at(predicate.name, f"`{name}` takes other arguments", f"write ({name} {usage})")
        return
    for token in arguments:
        if token.kind is TokenKind.CAPTURE and token.text not in captured:
            hint = nearest(token.text, tuple(sorted(captured))) or "a predicate on what is not captured always holds"
            yield mistake_at(token, f"this pattern does not capture `{token.text}`", hint)
    if name.endswith("match?") and (problem := regex_problem(texts[1])):
        yield mistake_at(arguments[1], problem)


def string_mistakes(token: Token) -> Iterator[QueryMistake]:
    r"""`"\d"` is the text `d` for tree-sitter: an escape it does not know is refused."""
    for match in re.finditer(r"\\(.)", token.text):
        if match[1] not in ESCAPES:
            message = f"`{match[0]}` in a query's text is just `{match[1]}`"
            yield QueryMistake(token.row, token.column + match.start(), message, f"write `\\{match[0]}`")
