"""What is used of tree-sitter, without the package around it: that loads `typing`, which takes as long as a parse."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Language, Parser, Point, Query, QueryCursor, QueryError
else:
    from ratchet.syntax.extensions import compiled_part

    _PART = compiled_part("tree_sitter", "QueryCursor")
    Language, Parser, Point = _PART.Language, _PART.Parser, _PART.Point
    Query, QueryCursor, QueryError = _PART.Query, _PART.QueryCursor, _PART.QueryError

__all__ = ["Language", "Parser", "Point", "Query", "QueryCursor", "QueryError"]
