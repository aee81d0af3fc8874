"""The lexical skeleton of Rust: where comments and texts lie, and which brackets match."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ratchet.syntax.late import late

__all__ = ["balanced", "code_of", "is_nested", "literal", "open_end", "opened", "without_comments"]

_NEXT = late(
    rb"""(?P<line>//[^\n]*) | (?P<block>/\*)
    | (?<!['\w])[bc]?r(?P<raw>\#*)" | (?P<text>")
    | (?P<char>'(?:\\.[^'\n]*|[^'\\\n]|[\xc0-\xff][\x80-\xbf]+)')
    | (?P<bracket>[()\[\]{}])""",
    re.VERBOSE,
)
# Comments, texts and characters. One class of letters in front of all: it is searched ten times as fast as a choice.
# What only looks like one of them is left over: a quote after a name that ends in `r`, a comment in a comment.
_NO_CODE = late(
    rb"""[/"'\#](?:
      (?<=/)(?:/[^\n]*+(?:\n[ \t]*+//[^\n]*+)*+ | \*(?:[^*/]++|\*(?!/)|/(?!\*))*+\*/)
    | (?<=')(?:\\(?:u\{[^}]*\}|x..|.)|[^\\'\n][\x80-\xbf]*+)'
    | (?<=")(?:(?<![r\#]")[^"\\]*+(?:\\.[^"\\]*+)*+"
      | (?:(?<=[^\w'\x80-\xff]r")|(?<=[^\w'\x80-\xff][bc]r"))[^"]*+")
    | (?<=r\#)(?:(?<=[^\w'\x80-\xff]r\#)|(?<=[^\w'\x80-\xff][bc]r\#))(\#*+)".*?"\#\1
    )""",
    re.DOTALL | re.VERBOSE,
)
# One letter in front: that is found in a third of the time that two take.
_COMMENT_LEFT = late(rb"/(?=\*)")
_NO_BRACKETS = bytes(set(range(256)) - set(b"()[]{}"))
_DEEP = 64
_FEW = 64
_TEXT_END = late(rb'(?:[^"\\]|\\.)*"', re.DOTALL)
_COMMENT_PART = late(rb"/\*|\*/")
_ESCAPE = late(r"\\(?:x([0-7][0-9a-fA-F])|u\{([0-9a-fA-F_]{1,9})\}|(\r?\n\s*)|(.))", re.DOTALL)
_CLOSER = {b"(": b")", b"[": b"]", b"{": b"}"}


def code_of(source: bytes) -> bytes | None:
    """The source with its comments, texts and characters blanked; None where letters do not tell them for sure."""
    code = _NO_CODE().sub(lambda found: b" " * (found.end() - found.start()), source)
    return None if b'"' in code or _COMMENT_LEFT().search(code) else code


def without_comments(source: bytes) -> bytes:
    """The source with its comments blanked; nested comments are one comment."""
    plain = bytearray(source)
    for kind, start, end in _pieces(source):
        if kind in ("line", "block"):
            plain[start:end] = b" " * (end - start)
    return bytes(plain)


def open_end(source: bytes) -> int:
    """Where a comment or text begins that does not end; the length of the source where all of them do."""
    if code_of(source) is not None:
        return len(source)
    return next((start for kind, start, _ in _pieces(source) if kind == "open"), len(source))


def literal(text: str) -> str:
    """What a string literal says: between its quotes, and in one that is not raw with its escapes read."""
    inside = text.partition('"')[2].rpartition('"')[0]
    plain = "\\" not in inside or "r" in text.partition('"')[0]
    return inside if plain else _ESCAPE().sub(_unescaped, inside)


def _unescaped(match: re.Match[str]) -> str:
    code = match[1] or (match[2] or "").replace("_", "")
    if code:
        return chr(int(code, 16)) if int(code, 16) < 0x110000 else ""
    return "" if match[3] else {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}.get(match[4], match[4])


def balanced(source: bytes) -> bytes:
    """The source with brackets that match nothing blanked, and those left open closed after the end.

    A comment or text without an end is blanked as well: what is closed after it would be in it.
    """
    if (code := code_of(source)) is not None and is_nested(code):
        return source
    plain = bytearray(source)
    waiting: list[tuple[bytes, int]] = []
    for kind, start, end in _pieces(source):
        if kind == "open":
            plain[start:end] = re.sub(rb"[^\r\n]", b" ", source[start:end])
        bracket = source[start:end] if kind == "bracket" else b""
        if bracket in _CLOSER:
            waiting.append((_CLOSER[bracket], start))
        elif bracket and all(closer != bracket for closer, _ in waiting):
            plain[start:end] = b" "
        elif bracket:
            while waiting[-1][0] != bracket:
                plain[waiting.pop()[1]] = ord(" ")
            waiting.pop()
    return bytes(plain) + b"".join(closer for closer, _ in reversed(waiting))


def is_nested(code: bytes) -> bool:
    """Whether every bracket has its match, in a source without comments and texts, and none is in very many others."""
    brackets = code.translate(None, _NO_BRACKETS)
    return _match_again(brackets) if len(brackets) <= _FEW else _match(brackets)


def _match(brackets: bytes) -> bool:
    for _ in range(_DEEP):
        if not brackets:
            return True
        brackets = brackets.replace(b"()", b"").replace(b"[]", b"").replace(b"{}", b"")
    return False


@lru_cache(maxsize=8192)
def _match_again(brackets: bytes) -> bool:
    """The same of a few brackets, which come in the same order again and again."""
    return _match(brackets)


def opened(code: bytes, start: int, end: int) -> int:
    """How many brackets more are opened than closed in a stretch of a source without comments and texts."""
    brackets = code[start:end].translate(None, _NO_BRACKETS)
    closed = brackets.count(b")") + brackets.count(b"]") + brackets.count(b"}")
    return len(brackets) - 2 * closed


def _pieces(source: bytes) -> Iterator[tuple[str, int, int]]:
    """Comments, texts, characters and brackets, in order; `open` is a comment or text that does not end."""
    at, pattern = 0, _NEXT()
    while match := pattern.search(source, at):
        kind = match.lastgroup or ""
        end = _end(source, kind, match)
        at = end if end >= 0 else len(source)
        yield kind if end >= 0 else "open", match.start(), at


def _end(source: bytes, kind: str, match: re.Match[bytes]) -> int:
    if kind == "block":
        return _comment_end(source, match.end())
    if kind == "raw":
        closing = source.find(b'"' + match["raw"], match.end())
        return closing + 1 + len(match["raw"]) if closing >= 0 else -1
    if kind == "text":
        closed = _TEXT_END().match(source, match.end())
        return closed.end() if closed else -1
    return match.end()


def _comment_end(source: bytes, at: int) -> int:
    depth = 1
    for part in _COMMENT_PART().finditer(source, at):
        depth += 1 if part.group() == b"/*" else -1
        if not depth:
            return part.end()
    return -1
