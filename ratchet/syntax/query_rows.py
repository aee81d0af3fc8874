"""Nodes in a row (`a . b`) made to mean what they say: each row is found, and nothing lies between tokens in a row.

tree-sitter (seen in 0.25.2) reports only the first row below a parent when the node before the anchor has no capture,
and passes over keywords and marks between the two: `"." . (identifier)` is also found in `.await.unwrap`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from ratchet.syntax.query_shape import Part, parts

__all__ = ["mark_rows", "row_texts", "with_rows"]


def with_rows(query: str, token_nodes: AbstractSet[str]) -> str:
    """The query with a capture on each node of a row, and a predicate for each row below a node of mere tokens."""
    return "\n".join(_with_rows(part, number, token_nodes) for number, part in enumerate(parts(query)))


def mark_rows(pattern: Part, number: int, token_nodes: AbstractSet[str]) -> list[list[str]]:
    """Put a capture on each node of a row; the captures of each row below a node of mere tokens."""
    among_tokens = []
    for index, row in enumerate(_rows([pattern])):
        names = [f"@_row{number}.{index}.{place}" for place in range(len(row))]
        for part, name in zip(row, names, strict=True):
            part.tail.append(name)
        if row[0].parent in token_nodes:
            among_tokens.append(names)
    return among_tokens


def row_texts(pattern: Part) -> set[str]:
    """The texts that another node follows in some row; `_` where that may be any text."""
    heads = [head for row in _rows([pattern]) for part in row[:-1] for head in _heads(part)]
    return {"_" if head == "_" else head.strip('"') for head in heads if head == "_" or head.startswith('"')}


def _heads(part: Part) -> list[str]:
    """The word of a leaf, or those of all choices."""
    if part.head[-1] == "[":
        return [head for choice in part.inside for head in _heads(choice)]
    return part.head[-1:]


def _with_rows(pattern: Part, number: int, token_nodes: AbstractSet[str]) -> str:
    predicates = [f"(#adjacent? {' '.join(names)})" for names in mark_rows(pattern, number, token_nodes)]
    return f"({pattern.text} {' '.join(predicates)})" if predicates else pattern.text


def _rows(siblings: Sequence[Part]) -> Iterator[list[Part]]:
    """Every longest run of anchored siblings, at any depth."""
    row: list[Part] = []
    for part in siblings:
        if not part.anchored or not row:
            yield from [row] if len(row) > 1 else []
            row = []
        row.append(part)
    yield from [row] if len(row) > 1 else []
    for part in siblings:
        yield from _rows(part.inside)
