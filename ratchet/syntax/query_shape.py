"""The text of a query as a tree: its patterns, the pieces inside each, and what stands behind them."""

from __future__ import annotations

from dataclasses import dataclass, field

from ratchet.syntax.query_tokens import Token, TokenKind, tokens

__all__ = ["Part", "parts"]

_SUFFIXES = ("?", "*", "+")


@dataclass(slots=True)
class Part:
    """A piece of a pattern: what it begins with, the pieces inside, what follows; `anchored` to the piece before it."""

    head: list[str]
    parent: str
    anchored: bool
    inside: list[Part] = field(default_factory=list)
    tail: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        anchor = ["."] if self.anchored else []
        return " ".join((*anchor, *self.head, *(part.text for part in self.inside), *self.tail))

    @property
    def name(self) -> str:
        """The kind of node, or the name of a predicate; empty for a group, a choice or a text."""
        return self.head[-1] if len(self.head) > 1 and self.head[-2] == "(" else ""

    @property
    def captures(self) -> list[str]:
        """The captures of the piece itself."""
        return [each for each in self.tail if each.startswith("@")]

    @property
    def may_repeat(self) -> bool:
        """Whether it may be there more than once, or not at all."""
        return any(each in _SUFFIXES for each in self.tail)

    @property
    def may_lack(self) -> bool:
        """Whether a match may do without it."""
        return "?" in self.tail or "*" in self.tail


def parts(query: str) -> list[Part]:
    """The patterns of a query, in order."""
    return _Reader(list(tokens(query))).sequence("")


class _Reader:
    """The tokens of a query, read from the first to the last."""

    def __init__(self, words: list[Token]) -> None:
        self.words = words
        self.at = 0

    def sequence(self, parent: str) -> list[Part]:
        """The parts up to the closing bracket; an anchor at the very end stays as one without a node."""
        parts = []
        while self._kind() is not TokenKind.CLOSE and self.at < len(self.words):
            anchored = self._next() == "."
            if anchored:
                self.at += 1
            if not anchored or self._kind() not in (TokenKind.CLOSE, None):
                parts.append(self._part(parent, anchored))
            else:
                parts.append(Part(["."], parent, False))
        return parts

    def _part(self, parent: str, anchored: bool) -> Part:
        part = Part([], parent, anchored)
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
