"""Nodes in a row (`a . b`) made to mean what they say: each row is found, and nothing lies between tokens in a row.

tree-sitter (seen in 0.25.2) reports only the first row below a parent when the node before the anchor has no capture,
and passes over keywords and marks between the two: `"." . (identifier)` is also found in `.await.unwrap`.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from ratchet.syntax.query_shape import Part, parts

__all__ = ["mark_rows", "with_rows"]


def with_rows(query: str, token_nodes: AbstractSet[str]) -> str:
    """The query with a capture on each node of a row, and a predicate for each row below a node of mere tokens."""
    return "\n".join(_with_rows(part, number, token_nodes) for number, part in enumerate(parts(query)))


def mark_rows(pattern: Part, number: int, token_nodes: AbstractSet[str]) -> tuple[list[list[str]], set[str]]:
    """Put a capture on each node of a row.

    Gives the captures of each row below a node of mere tokens, and the texts that another node follows in some row;
    `_` where that may be any text.
    """
    among_tokens: list[list[str]] = []
    heads: list[str] = []
    for index, row in enumerate(_rows([pattern])):
        names = [f"@_row{number}.{index}.{place}" for place in range(len(row))]
        for part, name in zip(row, names, strict=True):
            part.capture(name)
        if row[0].parent in token_nodes:
            among_tokens.append(names)
        heads += [head for part in row[:-1] for head in _heads(part)]
    texts = {"_" if head == "_" else head.strip('"') for head in heads if head == "_" or head.startswith('"')}
    return among_tokens, texts


def _heads(part: Part) -> list[str]:
    """The word of a leaf, or those of all choices."""
    if part.head[-1] == "[":
        return [head for choice in part.inside for head in _heads(choice)]
    return part.head[-1:]


def _with_rows(pattern: Part, number: int, token_nodes: AbstractSet[str]) -> str:
    predicates = [f"(#adjacent? {' '.join(names)})" for names in mark_rows(pattern, number, token_nodes)[0]]
    return f"({pattern.text} {' '.join(predicates)})" if predicates else pattern.text


def _rows(siblings: Sequence[Part]) -> list[list[Part]]:
    """Every longest run of anchored siblings, at any depth."""
    rows: list[list[Part]] = []
    for part in siblings:
        if part.anchored and rows:
            rows[-1].append(part)
        else:
            rows.append([part])
    rows = [row for row in rows if len(row) > 1]
    for part in siblings:
        if part.inside:
            rows += _rows(part.inside)
    return rows
