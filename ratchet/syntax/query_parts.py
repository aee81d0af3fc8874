"""A query taken apart: its top-level patterns, their captures and their predicates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ratchet.model.value import frozen
from ratchet.syntax.query_tokens import Token, TokenKind

__all__ = ["Pattern", "Predicate", "depth", "patterns"]


@frozen
class Predicate:
    """One `(#name? argument …)`."""

    name: Token
    arguments: tuple[Token, ...]


@frozen
class Pattern:
    """One top-level pattern: where it starts, what it captures, what its predicates ask.

    `bare` says that it is a predicate that stands outside every pattern.
    """

    start: Token
    captures: tuple[Token, ...]
    predicates: tuple[Predicate, ...]
    bare: bool


def depth(tokens: Sequence[Token]) -> tuple[int, Token | None]:
    """How deep brackets nest, and the token at which they are deepest."""
    level = deepest = 0
    where = None
    for token in tokens:
        level += (token.kind is TokenKind.OPEN) - (token.kind is TokenKind.CLOSE)
        if level > deepest:
            deepest, where = level, token
    return deepest, where


def patterns(tokens: Sequence[Token]) -> Iterator[Pattern]:
    """The top-level patterns, in order."""
    for group in _groups(tokens):
        predicates = tuple(_predicates(group))
        asked = {id(argument) for predicate in predicates for argument in predicate.arguments}
        captures = [token for token in group if token.kind is TokenKind.CAPTURE and id(token) not in asked]
        yield Pattern(group[0], tuple(captures), predicates, bare=_starts_predicate(group, 0))


def _groups(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    group: list[Token] = []
    level = 0
    for token in tokens:
        if group and level == 0 and _starts_pattern(token, group[-1]):
            yield group
            group = []
        level += (token.kind is TokenKind.OPEN) - (token.kind is TokenKind.CLOSE)
        group.append(token)
    if group:
        yield group


def _starts_pattern(token: Token, before: Token) -> bool:
    starters = (TokenKind.OPEN, TokenKind.STRING, TokenKind.NAME)
    return token.kind in starters and before.text != ":"


def _predicates(group: Sequence[Token]) -> Iterator[Predicate]:
    for index in range(len(group) - 1):
        if _starts_predicate(group, index):
            yield Predicate(group[index + 1], tuple(_arguments(group, index + 2)))


def _starts_predicate(group: Sequence[Token], index: int) -> bool:
    pair = group[index : index + 2]
    return len(pair) == 2 and pair[0].text == "(" and pair[1].kind is TokenKind.PREDICATE


def _arguments(group: Sequence[Token], start: int) -> Iterator[Token]:
    for index in range(start, len(group)):
        if group[index].kind in (TokenKind.OPEN, TokenKind.CLOSE):
            return
        yield group[index]
