"""Something wrong in a query, with its place in the query's text."""

from __future__ import annotations

from ratchet.model.value import frozen
from ratchet.syntax.query_tokens import Token

__all__ = ["QueryMistake", "mistake_at"]


@frozen
class QueryMistake:
    """One mistake; row and column count from 0, columns in characters."""

    row: int
    column: int
    message: str
    hint: str = ""


def mistake_at(token: Token, message: str, hint: str = "") -> QueryMistake:
    """A mistake that stands where a token starts."""
    return QueryMistake(token.row, token.column, message, hint)
