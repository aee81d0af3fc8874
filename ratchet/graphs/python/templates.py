"""Where a string ends, and which parts of a formatted one are code: fields that hold strings with fields again."""

from __future__ import annotations

import re
from typing import NamedTuple

from ratchet.graphs.python.patterns import WORD, many, past, some

__all__ = ["Token", "line_end", "plain_end", "prefix_before", "template_at"]

_QUOTE = re.compile(rb"\"\"\"|'''|\"|'")
_BODY = {
    b'"': re.compile(many(rb"[^\"\\\n]++|\\."), re.DOTALL),
    b"'": re.compile(many(rb"[^'\\\n]++|\\."), re.DOTALL),
    b'"""': re.compile(many(rb"[^\"\\]++|\\.|\"(?!\"\")"), re.DOTALL),
    b"'''": re.compile(many(rb"[^'\\]++|\\.|'(?!'')"), re.DOTALL),
}
_TEXT = re.compile(rb"[^\"'\\\n{}]++")
_ESCAPE = re.compile(rb"\\N\{[A-Za-z0-9 -]*+\}|\\[^{}]|\\", re.DOTALL)
_RAW_ESCAPE = re.compile(rb"\\[^{}]|\\", re.DOTALL)
_EXPRESSION = re.compile(some(rb"[^\"'#()\[\]{}:!]++|!=?"))
_PREFIX = re.compile(rb"(?:\A|[^%s])([fFtT][rR]?|[rR][fFtT])\Z" % WORD)


class Token(NamedTuple):
    """Where a string or a comment ends, and the code within it: the replacement fields of a formatted string."""

    end: int
    code: tuple[tuple[int, int], ...] = ()

    def runs(self, place: int) -> bool:
        """Whether this place within it is code all the same."""
        return any(start <= place < end for start, end in self.code)


def line_end(text: bytes, start: int) -> int:
    """Where the line ends that goes on here."""
    end = text.find(b"\n", start)
    return len(text) if end < 0 else end


def plain_end(text: bytes, start: int) -> int:
    """Where a string without fields ends; one that is never closed takes the rest of its line, or of the file."""
    quote = _quote_at(text, start)
    end = past(_BODY[quote], text, start + len(quote))
    if text.startswith(quote, end):
        return end + len(quote)
    return end if len(quote) == 1 else len(text)


def template_at(text: bytes, start: int, prefix: bytes) -> Token:
    """The formatted string whose quotes begin here; what is broken is no code, as far as it was walked."""
    walk = _Walk(text, start, prefix)
    while walk.strings and walk.place < len(text):
        if not walk.step():
            return Token(walk.place)
    return Token(min(walk.place, len(text)), () if walk.strings else tuple(walk.code))


def prefix_before(text: bytes, start: int) -> bytes:
    """The letters before these quotes that make a formatted string of them; empty, if they make none."""
    found = _PREFIX.search(text[max(0, start - 3) : start])
    return found[1] if found else b""


def _quote_at(text: bytes, start: int) -> bytes:
    found = _QUOTE.match(text, start)
    return found[0] if found else text[start : start + 1]


class _String:
    """A formatted string that is open, and in which of its fields we are.

    `depths` has the open brackets of each field within a field; a format is a field whose depth is below zero.
    """

    def __init__(self, quote: bytes, prefix: bytes) -> None:
        self.quote = quote
        self.escape = _RAW_ESCAPE if prefix.lower().strip(b"ft") else _ESCAPE
        self.depths: list[int] = []


class _Walk:
    """A walk through a formatted string and those in its fields, however deep."""

    def __init__(self, text: bytes, start: int, prefix: bytes) -> None:
        self.text = text
        self.strings: list[_String] = []
        self.code: list[tuple[int, int]] = []
        self._open(start, prefix)

    def _open(self, start: int, prefix: bytes) -> None:
        quote = _quote_at(self.text, start)
        self.strings.append(_String(quote, prefix))
        self.place = start + len(quote)

    def step(self) -> bool:
        """One token on; false where it cannot go on like this."""
        string = self.strings[-1]
        if string.depths and string.depths[-1] >= 0:
            self._in_field(string)
            return True
        self.place = past(_TEXT, self.text, self.place)
        return self._in_text(string, self.text[self.place : self.place + 1])

    def _in_text(self, string: _String, char: bytes) -> bool:
        if self.text.startswith(string.quote, self.place):
            self.place += len(string.quote)
            self.strings.pop()
            return not string.depths
        if char == b"\n" and len(string.quote) == 1:
            return False
        if char == b"\\":
            self.place = past(string.escape, self.text, self.place)
            return True
        self.place += 1
        if char == b"{":
            self._opened(string)
        elif char == b"}" and string.depths:
            del string.depths[-2:]
        return True

    def _opened(self, string: _String) -> None:
        """After a brace: a field, or in the text of a string, but not in a format, an escaped brace."""
        if not string.depths and self.text.startswith(b"{", self.place):
            self.place += 1
        else:
            string.depths.append(0)

    def _in_field(self, string: _String) -> None:
        start = self.place
        self.place = past(_EXPRESSION, self.text, start)
        if self.place > start:
            self.code.append((start, self.place))
        char = self.text[self.place : self.place + 1]
        if char in (b'"', b"'"):
            self._string()
        elif char == b"#":
            self.place = line_end(self.text, self.place)
        else:
            self.place += 1
            self._bracketed(string, char)

    def _string(self) -> None:
        prefix = prefix_before(self.text, self.place)
        if prefix:
            self._open(self.place, prefix)
        else:
            self.place = plain_end(self.text, self.place)

    def _bracketed(self, string: _String, char: bytes) -> None:
        """A bracket within a field, the end of the field, or the colon after which its format begins."""
        depth = string.depths[-1]
        if char in (b"(", b"[", b"{"):
            string.depths[-1] += 1
        elif char == b"}" and depth == 0:
            string.depths.pop()
        elif char == b":" and depth == 0:
            string.depths.append(-1)
        elif char != b":":
            string.depths[-1] = max(depth - 1, 0)
