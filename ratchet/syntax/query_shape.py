"""The text of a query as a tree: its patterns, the pieces inside each, and what stands behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ratchet.model.value import field, mutable

__all__ = ["ESCAPES", "Asked", "Part", "asked", "parts", "unquoted"]

ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", "\\": "\\", '"': '"'}
"""What a backslash and a letter are in a text."""

Asked = tuple[str, tuple[str, ...]]
"""A predicate and what it is about: captures as they are written, texts as they read."""

_SUFFIXES = ("?", "*", "+")
# The words of query_tokens, without their kinds and places: a query that was checked is read ten times faster so.
_WORD = re.compile(r'\s+|;[^\n]*|("(?:\\[^\n]|[^"\\\n])*"|\#[\w-][\w.-]*[?!]|@?[\w-][\w.-]*|.)', re.DOTALL)


@mutable
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
        return [each for each in self.tail if each[0] == "@"]

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
    words = [word for word in _WORD.findall(query) if word]
    return _sequence([*words, "", ""], 0, "")[0]


def asked(part: Part) -> Iterator[Asked]:
    """The predicates of a pattern, wherever they stand in it."""
    for each in part.inside:
        if each.name[:1] == "#":
            yield each.name, tuple(unquoted(word) for word in each.tail[:-1])
        else:
            yield from asked(each)


def unquoted(text: str) -> str:
    """What a text in a query says, its quotes and escapes read; a name says itself."""
    if not text.startswith('"'):
        return text
    if "\\" not in text:
        return text[1:-1]
    return re.sub(r"\\(.)", lambda match: ESCAPES.get(match[1], match[1]), text[1:-1])


def _sequence(words: Sequence[str], at: int, parent: str) -> tuple[list[Part], int]:
    """The parts up to the closing bracket; an anchor at the very end stays as one without a node."""
    found: list[Part] = []
    anchored = False
    while (word := words[at]) not in (")", "]", ""):
        if word == ".":
            anchored, at = True, at + 1
        else:
            part, at = _part(words, at, Part([], parent, anchored))
            found.append(part)
            anchored = False
    return [*found, Part(["."], parent, False)] if anchored else found, at


def _part(words: Sequence[str], at: int, part: Part) -> tuple[Part, int]:
    if words[at] == "!" or words[at + 1] == ":":
        part.head += words[at : at + 2]
        at += 2
        if part.head[0] == "!":
            return part, at
    opening = words[at]
    part.head.append(opening)
    at += 1
    if opening in ("(", "["):
        name, at = _name(words, at) if opening == "(" else ("", at)
        part.head += [name] if name else []
        if name[:1] == "#":
            end = words.index(")", at)
            part.tail, at = list(words[at:end]), end
        else:
            part.inside, at = _sequence(words, at, name or part.parent)
        part.tail.append(words[at])
        at += 1
    while words[at] in _SUFFIXES or words[at][:1] == "@":
        part.tail.append(words[at])
        at += 1
    return part, at


def _name(words: Sequence[str], at: int) -> tuple[str, int]:
    """The kind of node, or the name of a predicate; a group has none."""
    first = words[at][:1]
    if not (first.isalnum() or first in ("_", "-", "#")) or words[at + 1] == ":":
        return "", at
    name, at = words[at], at + 1
    while words[at] == "/":
        name, at = name + words[at] + words[at + 1], at + 2
    return name, at
