"""Nodes in a row (`a . b`) made to mean what they say: each row is found, and nothing lies between tokens in a row.

tree-sitter (seen in 0.25.2) reports only the first row below a parent when the node before the anchor has no capture,
and passes over keywords and marks between the two: `"." . (identifier)` is also found in `.await.unwrap`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from ratchet.model.value import field, mutable
from ratchet.syntax.query_tokens import Token, TokenKind, tokens

__all__ = ["row_texts", "with_rows"]

_SUFFIXES = ("?", "*", "+")


@mutable
class _Part:
    """A piece of a pattern: what it begins with, the pieces inside, what follows; `anchored` to the piece before it."""

    head: list[str]
    parent: str
    anchored: bool
    inside: list[_Part] = field(default_factory=list)
    tail: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        anchor = ["."] if self.anchored else []
        return " ".join((*anchor, *self.head, *(part.text for part in self.inside), *self.tail))


def with_rows(query: str, token_nodes: AbstractSet[str]) -> str:
    """The query with a capture on each node of a row, and a predicate for each row below a node of mere tokens."""
    parts = _Reader(list(tokens(query))).sequence("")
    return "\n".join(_with_rows(part, number, token_nodes) for number, part in enumerate(parts))


def row_texts(query: str) -> frozenset[str]:
    """The texts that another node follows in some row; `_` where that may be any text."""
    rows = (row for part in _Reader(list(tokens(query))).sequence("") for row in _rows([part]))
    heads = [head for row in rows for part in row[:-1] for head in _heads(part)]
    return frozenset("_" if head == "_" else head.strip('"') for head in heads if head == "_" or head.startswith('"'))


def _heads(part: _Part) -> list[str]:
    """The word of a leaf, or those of all choices."""
    if part.head[-1] == "[":
        return [head for choice in part.inside for head in _heads(choice)]
    return part.head[-1:]


def _with_rows(pattern: _Part, number: int, token_nodes: AbstractSet[str]) -> str:
    predicates = []
    for index, row in enumerate(_rows([pattern])):
        names = [f"@_row{number}.{index}.{place}" for place in range(len(row))]
        for part, name in zip(row, names, strict=True):
            part.tail.append(name)
        if row[0].parent in token_nodes:
            predicates.append(f"(#adjacent? {' '.join(names)})")
    return f"({pattern.text} {' '.join(predicates)})" if predicates else pattern.text


def _rows(parts: Sequence[_Part]) -> Iterator[list[_Part]]:
    """Every longest run of anchored siblings, at any depth."""
    row: list[_Part] = []
    for part in parts:
        if not part.anchored or not row:
            yield from [row] if len(row) > 1 else []
            row = []
        row.append(part)
    yield from [row] if len(row) > 1 else []
    for part in parts:
        yield from _rows(part.inside)


class _Reader:
    """The tokens of a query, read from the first to the last."""

    def __init__(self, words: list[Token]) -> None:
        self.words = words
        self.at = 0

    def sequence(self, parent: str) -> list[_Part]:
        """The parts up to the closing bracket; an anchor at the very end stays as one without a node."""
        parts = []
        while self._kind() is not TokenKind.CLOSE and self.at < len(self.words):
            anchored = self._next() == "."
            if anchored:
                self.at += 1
            if not anchored or self._kind() not in (TokenKind.CLOSE, None):
                parts.append(self._part(parent, anchored))
            else:
                parts.append(_Part(["."], parent, False))
        return parts

    def _part(self, parent: str, anchored: bool) -> _Part:
        part = _Part([], parent, anchored)
        if self._next(1) == ":" or self._next() == "!":
            part.head += [self._take(), self._take()]
            if part.head[0] == "!":
                return part
        opening = self._take()
        part.head.append(opening)
        if opening in ("(", "["):
            name = self._take_name() if opening == "(" else ""
            part.head += [name] if name else []
            part.inside = self.sequence(name or parent)
            part.tail.append(self._take())
        while self._kind() is TokenKind.CAPTURE or self._next() in _SUFFIXES:
            part.tail.append(self._take())
        return part

    def _take_name(self) -> str:
        """The kind of node, or the name of a predicate; a group has none."""
        named = self._kind() in (TokenKind.NAME, TokenKind.PREDICATE) and self._next(1) != ":"
        name = self._take() if named else ""
        while name and self._next() == "/":
            name += self._take() + self._take()
        return name

    def _kind(self) -> TokenKind | None:
        return self.words[self.at].kind if self.at < len(self.words) else None

    def _next(self, ahead: int = 0) -> str:
        return self.words[self.at + ahead].text if self.at + ahead < len(self.words) else ""

    def _take(self) -> str:
        self.at += 1
        return self.words[self.at - 1].text
