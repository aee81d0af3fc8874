"""What tree-sitter itself says against a query, with the place it means and the name that was meant."""

from __future__ import annotations

import re

from ratchet.model.errors import RatchetError
from ratchet.model.language import Language
from ratchet.model.shape import nearest
from ratchet.syntax.grammars import grammar
from ratchet.syntax.query_mistake import QueryMistake
from ratchet.syntax.query_tokens import TokenKind, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    import tree_sitter

__all__ = ["grammar_mistakes"]

_ERROR = re.compile(r"(?P<what>.+?) at row (?P<row>\d+), column (?P<column>\d+)(?:: .*)?", re.DOTALL)
_WORDS = {
    "Invalid syntax": "tree-sitter cannot read the query here",
    "Impossible pattern": "this pattern can never match: the grammar allows no such node here",
}


def grammar_mistakes(language: Language, query: str) -> tuple[QueryMistake, ...]:
    """The first thing that the grammar has against a query whose text was found to be in order."""
    from ratchet.syntax.binding import Query, QueryError

    try:
        tongue = grammar(language)
    except RatchetError as error:  # without its grammar a query cannot be right, and this is the place to say so
        return tuple(QueryMistake(0, 0, mistake.message, mistake.hint) for mistake in error.mistakes)
    source = query.encode("utf-8", "replace")
    try:
        # A fresh copy: on an error the binding cuts the very string it was given at its line ends (strtok).
        Query(tongue, source.decode())
    except QueryError as error:
        return (_translate(str(error), source, tongue, language),)
    return ()


def _translate(text: str, source: bytes, tongue: tree_sitter.Language, language: Language) -> QueryMistake:
    found = _ERROR.fullmatch(text)
    if not found:
        row, column = _row_and_column(source, len(source))
        return QueryMistake(row, column, "the query ends too early" if "EOF" in text else text)
    row, column = _row_and_column(source, _offset(source, int(found["row"]), int(found["column"])))
    what = found["what"]
    if what in _WORDS:
        return QueryMistake(row, column, _WORDS[what])
    name, anonymous = _name_at(source.decode(), row, column)
    if what == "Invalid field name":
        return QueryMistake(row, column, f"{language.name} has no field `{name}`", nearest(name, _fields(tongue)))
    if what == "Invalid node type":
        hint = nearest(name, _nodes(tongue, named=not anonymous))
        return QueryMistake(row, column, f"{language.name} has no node `{name}`", hint)
    return QueryMistake(row, column, text)


def _offset(source: bytes, row: int, column: int) -> int:
    """The binding finds the row with strtok, which passes over empty lines without counting them."""
    lines = [line for line in source.split(b"\n") if line]
    return sum(len(line) + 1 for line in lines[:row]) + column


def _row_and_column(source: bytes, offset: int) -> tuple[int, int]:
    before = source[:offset]
    line_start = before.rfind(b"\n") + 1
    return before.count(b"\n"), len(before[line_start:].decode("utf-8", "replace"))


def _name_at(query: str, row: int, column: int) -> tuple[str, bool]:
    """The name at a place, and whether it is written as a text: tree-sitter points behind the opening quote."""
    for token in tokens(query):
        if token.row == row and token.column <= column < token.column + len(token.text):
            return token.text.strip('"'), token.kind is TokenKind.STRING
    return "", False


def _nodes(tongue: tree_sitter.Language, named: bool) -> tuple[str, ...]:
    kinds = [number for number in range(tongue.node_kind_count) if tongue.node_kind_is_visible(number)]
    names = {tongue.node_kind_for_id(number) for number in kinds if tongue.node_kind_is_named(number) == named}
    return tuple(sorted(name for name in names if name))


def _fields(tongue: tree_sitter.Language) -> tuple[str, ...]:
    names = (tongue.field_name_for_id(number) for number in range(1, tongue.field_count + 1))
    return tuple(sorted(name for name in names if name))
