"""The text of a query as a tree: its patterns, the pieces inside each, and what stands behind them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ratchet.syntax.late import late

__all__ = ["ESCAPES", "Asked", "Part", "asked", "is_row", "parts", "unquoted"]

ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", "\\": "\\", '"': '"'}
"""What a backslash and a letter are in a text."""

Asked = tuple[str, ...]
"""A predicate and what it is about, word by word."""

_SUFFIXES = ("?", "*", "+")
_ENDS = (")", "]", "")
_NO_NAMES = ("(", "[", *_ENDS)
# The words of query_tokens, without their kinds and places: a query that was checked is read ten times faster so.
_WORD = late(r'\s+|;[^\n]*|("(?:\\[^\n]|[^"\\\n])*"|\#[\w-][\w.-]*[?!]|@[\w-][\w.?!-]*|[\w-][\w.-]*|.)', re.DOTALL)


class Part:
    """A piece of a pattern: what it begins with, the pieces inside, what follows; `anchored` to the piece before it.

    Its `name` is the kind of node, empty for a group, a choice or a text; predicates have a list of their own.
    """

    __slots__ = ("anchored", "captures", "head", "inside", "name", "parent", "predicates", "tail")

    def __init__(self, head: list[str], parent: str, anchored: bool) -> None:
        self.head = head
        self.parent = parent
        self.anchored = anchored
        self.name = ""
        self.inside: list[Part] = []
        self.predicates: list[Asked] = []
        self.tail: list[str] = []
        self.captures: list[str] = []

    @property
    def text(self) -> str:
        """The piece as tree-sitter reads it."""
        anchor = ["."] if self.anchored else []
        inside = (*(part.text for part in self.inside), *(f"( {' '.join(words)} )" for words in self.predicates))
        return " ".join((*anchor, *self.head, *inside, *self.tail))

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
    whole = Part([], "", False)
    _sequence([*filter(None, _WORD().findall(query)), "", ""], 0, whole)
    return whole.inside


def asked(part: Part) -> list[Asked]:
    """The predicates of a pattern, wherever they stand in it."""
    found = list(part.predicates)
    for each in part.inside:
        if each.inside or each.predicates:
            found += asked(each)
    return found


def is_row(part: Part) -> bool:
    """Whether a piece is several nodes side by side, or a choice of which one is."""
    if part.name or part.head[-1] not in ("(", "["):
        return False
    return (part.head[-1] == "(" and len(part.inside) > 1) or any(map(is_row, part.inside))


def unquoted(text: str) -> str:
    """What a text in a query says, its quotes and escapes read; a name says itself."""
    if not text.startswith('"'):
        return text
    if "\\" not in text:
        return text[1:-1]
    return re.sub(r"\\(.)", lambda match: ESCAPES.get(match[1], match[1]), text[1:-1])


def _sequence(words: Sequence[str], at: int, part: Part) -> int:
    """Read what is inside a part, up to the closing bracket; an anchor at the end stays as a part without a node."""
    parent, anchored = part.name or part.parent, False
    while (word := words[at]) not in _ENDS:
        if word == ".":
            anchored, at = True, at + 1
        elif word == "(" and words[at + 1][:1] == "#":
            end = words.index(")", at)
            part.predicates.append(tuple(words[at + 1 : end]))
            at = end + 1
        else:
            each = Part([], parent, anchored)
            at = _part(words, at, each)
            part.inside.append(each)
            anchored = False
    if anchored:
        part.inside.append(Part(["."], parent, False))
    return at


def _part(words: Sequence[str], at: int, part: Part) -> int:
    if words[at] == "!" or words[at + 1] == ":":
        # What has no name here is a mistake, and takes no bracket along: tree-sitter says what is wrong.
        width = 1 if words[at] == "!" and words[at + 1] in _NO_NAMES else 2
        part.head += words[at : at + width]
        at += width
        if part.head[0] == "!" or words[at] in _ENDS:
            return at
    opening = words[at]
    part.head.append(opening)
    at += 1
    if opening in ("(", "["):
        if opening == "(":
            at = _name(words, at, part)
        at = _sequence(words, at, part)
        part.tail.append(words[at])
        at += 1
    while (word := words[at]) in _SUFFIXES or word[:1] == "@":
        part.tail.append(word)
        if word[0] == "@":
            part.captures.append(word)
        at += 1
    return at


def _name(words: Sequence[str], at: int, part: Part) -> int:
    """Read the kind of node; a group has none."""
    first = words[at][:1]
    if not (first.isalnum() or first in ("_", "-")) or words[at + 1] == ":":
        return at
    name, at = words[at], at + 1
    while words[at] == "/" and words[at + 1] not in _NO_NAMES:
        name, at = name + words[at] + words[at + 1], at + 2
    part.name = name
    part.head.append(name)
    return at
