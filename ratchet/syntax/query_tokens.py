"""The text of a tree-sitter query as tokens, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache

from ratchet.model.value import frozen

__all__ = ["Token", "TokenKind", "canonical", "tokens"]


class TokenKind(StrEnum):
    """What a piece of a query is; `bad` is what no query may contain."""

    OPEN = "open"
    CLOSE = "close"
    STRING = "string"
    CAPTURE = "capture"
    PREDICATE = "predicate"
    NAME = "name"
    MARK = "mark"
    BAD = "bad"


@frozen
class Token:
    """One piece of a query; row and column count from 0, columns in characters."""

    kind: TokenKind
    text: str
    row: int
    column: int


# The same words as the scanner in tree-sitter's own lib/src/query.c: an identifier may hold dots and dashes,
# a string ends on its line, a comment runs to the end of its line.
_TOKEN = re.compile(
    r"""
      (?P<blank>      \s+ | ;[^\n]* )
    | (?P<string>     "(?:\\[^\n]|[^"\\\n])*" )
    | (?P<capture>    @[\w-][\w.?!-]* )
    | (?P<predicate>  \#[\w-][\w.-]*[?!] )
    | (?P<name>       [\w-][\w.-]* )
    | (?P<open>       [(\[] )
    | (?P<close>      [)\]] )
    | (?P<mark>       [.!:+*?/] )
    | (?P<bad>        . )
    """,
    re.VERBOSE | re.DOTALL,
)


def tokens(query: str) -> Iterator[Token]:
    """Every token of a query but white space and comments."""
    row = line_start = 0
    for match in _TOKEN.finditer(query):
        kind, text = str(match.lastgroup), match.group()
        if kind != "blank":
            yield Token(TokenKind(kind), text, row, match.start() - line_start)
        elif newlines := text.count("\n"):
            row += newlines
            line_start = match.start() + text.rindex("\n") + 1


@lru_cache(maxsize=1024)
def canonical(query: str) -> str:
    """The query without comments and layout: equal for queries that differ only in how they are written down."""
    return " ".join(match.group() for match in _TOKEN.finditer(query) if match.lastgroup != "blank")
