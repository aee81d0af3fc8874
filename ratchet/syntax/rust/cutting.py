"""What of a Rust item need not be parsed: whole statements and bodies in which nobody looks for anything.

What is left is as valid as the item was: `{` and `}` stay, and nothing between them is a body or a list like any
other. Lines and their indentation only tell where to try; that brackets match decides.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from ratchet.syntax.late import late
from ratchet.syntax.rust.lexing import is_nested
from ratchet.syntax.scoping import Stretch

__all__ = ["bodies", "gaps"]

# The kinds of nodes that stand between braces, but for the tokens of macros, which have no gaps.
_BODIES = frozenset(
    {
        "block",
        "declaration_list",
        "enum_variant_list",
        "field_declaration_list",
        "field_initializer_list",
        "match_block",
        "struct_pattern",
        "use_list",
    }
)
# A gap costs about as much as so many bytes take to parse.
_LEAST = 48
_OPENING = late(rb"\{[ \t]*\r?\n")
_FIRST = late(rb"\n([ \t]*)(?=\S)")
_ARGUMENTS = late(rb"\s*(?:[\w#\x80-\xff]+\s*)?[({[]")
_LAST_NAME = late(rb"[\w#\x80-\xff]+\Z")
# What stands before a `!` that negates; anything else that is a name is that of a macro.
_NEGATED = frozenset({b"else", b"if", b"in", b"match", b"return", b"while"})
_INNER_ATTRIBUTE = late(rb"#\s*!\s*\[")
_NEXT_BRACE = late(rb"\s*+\{")
# After what a statement, a member or an arm may end. A comma ends nothing for sure: it may stand between types. After a
# brace an `if` may guard the arm whose pattern ends with it.
_ENDS, _ENDS_BEFORE_IF = (b";", b"}"), (b";",)
_NEAR = 64


def bodies() -> frozenset[str]:
    """The kinds of nodes that gaps may be in."""
    return _BODIES


def gaps(code: bytes, item: Stretch, places: Sequence[int], deep: Sequence[int] = ()) -> list[Stretch]:
    """The stretches of an item that nobody needs, who looks for something at some places alone, in order.

    At `deep` places, which are among them, all of the statement may be asked for, with the bodies in it.
    """
    cutter = _Cutter(code, places, deep)
    if is_nested(code[slice(*item)]):
        cutter.statements(*item, b"")
    return cutter.found


@lru_cache(maxsize=64)
def _beginnings(indentation: bytes) -> re.Pattern[bytes]:
    """Where a line begins that is indented so and may begin a statement, a member or an arm: some words go on."""
    return re.compile(rb"\n%b(?=[#\w])(?!(?:as|else|in|where)\b)(if\b)?" % re.escape(indentation))


class _Cutter:
    """The gaps that were found so far."""

    __slots__ = ("_code", "_deep", "_places", "found")

    def __init__(self, code: bytes, places: Sequence[int], deep: Sequence[int]) -> None:
        self._code = code
        self._places = places
        self._deep = deep
        self.found: list[Stretch] = []

    def _statement(self, start: int, end: int, indentation: bytes) -> None:
        """Find gaps in the bodies of a statement that is needed."""
        bodies = self._bodies(start, end, b"\n" + indentation + b"}") if end - start > _LEAST else []
        if bodies and self._deep and self._is_deep(start, end, bodies):
            return
        for inside, close in bodies:
            if self._is_needed(inside, close):
                self._body(inside, close)
            elif not _is_before_brace(self._code, close):
                self._leave_out(inside, close)

    def _bodies(self, start: int, end: int, closing: bytes) -> list[Stretch]:
        """The bodies of a statement that are told by its lines, from behind each `{` to the end of its last line."""
        code, found, at = self._code, list[Stretch](), start
        while opening := _OPENING().search(code, at, end):
            inside = opening.start() + 1
            close = code.find(closing, inside, end)
            if close < 0 or not is_nested(code[inside:close]) or self._is_of_tokens(at, inside):
                break
            found.append((inside, close))
            at = close + len(closing)
        return found

    def _body(self, start: int, end: int) -> None:
        """Find gaps in a body."""
        first = _FIRST().search(self._code, start, end)
        if first is not None:
            if not self._is_needed(start, first.start()):
                self._leave_out(start, first.start())
            self.statements(first.start(), end, first[1])

    def statements(self, start: int, end: int, indentation: bytes) -> None:
        """Find gaps among statements, members or arms: those that are not needed, and what is not of those that are."""
        code, count = self._code, self._code.count
        at, left, seen = start, -1, start
        braces = rounds = squares = 0
        for match in _beginnings(indentation).finditer(code, start + 1, end):
            until = match.start()
            braces += count(b"{", seen, until) - count(b"}", seen, until)
            rounds += count(b"(", seen, until) - count(b")", seen, until)
            squares += count(b"[", seen, until) - count(b"]", seen, until)
            seen, last = until, _end_of_code(code, at, until)
            if braces or rounds or squares:
                continue  # as all brackets match from the start on, what is open is told by how many there are
            if code.endswith(_ENDS_BEFORE_IF if match[1] else _ENDS, at, last):
                left = self._one(at, last, until, left, indentation)
                at = until
        left = self._one(at, end, end, left, indentation)
        if left >= 0:
            self._leave_out(left, end)

    def _one(self, start: int, last: int, end: int, left: int, indentation: bytes) -> int:
        """Look at a statement and the comments behind it; back comes where what is left out begins, else -1."""
        if not self._is_needed(start, end):
            return start if left < 0 else left
        if left >= 0:
            self._leave_out(left, start)
        self._statement(start, last, indentation)
        return -1 if self._is_needed(last, end) else last

    def _leave_out(self, start: int, end: int) -> None:
        """Note a gap; an end of line before it stays there, because it may be the end of a comment."""
        start += self._code.startswith(b"\n", start)
        if end - start >= _LEAST and not _INNER_ATTRIBUTE().search(self._code, start, end):
            self.found.append((start, end))

    def _is_needed(self, start: int, end: int) -> bool:
        at = bisect_left(self._places, start)
        return at < len(self._places) and self._places[at] < end

    def _is_deep(self, start: int, end: int, bodies: Sequence[Stretch]) -> bool:
        """Whether a place that asks for all of its statement is in this one, and in none of its bodies."""
        places = self._deep[bisect_left(self._deep, start) : bisect_left(self._deep, end)]
        return any(not any(inside <= place < close for inside, close in bodies) for place in places)

    def _is_of_tokens(self, start: int, end: int) -> bool:
        """Whether what ends with a `{` may be a macro with its arguments, or be in an attribute or a list."""
        code = self._code
        at = code.find(b"!", start, end)
        while at >= 0:
            if _ARGUMENTS().match(code, at + 1, end):
                last = _end_of_code(code, start, at)
                name = _LAST_NAME().search(code[max(start, last - _NEAR) : last])
                if name and name[0] not in _NEGATED:
                    return True
            at = code.find(b"!", at + 1, end)
        return code.count(b"[", start, end) != code.count(b"]", start, end)


def _end_of_code(code: bytes, start: int, end: int) -> int:
    """Where the last letter before an end is: behind it there are but comments."""
    size = _NEAR
    while not (tail := code[max(start, end - size) : end].rstrip()) and end - size > start:
        size *= 8  # to begin with all of it would take the square of the time where few lines end a statement
    return max(start, end - size) + len(tail)


def _is_before_brace(code: bytes, close: int) -> bool:
    """Whether another `{` follows a body: after an empty one it could be taken for the body of something else."""
    return _NEXT_BRACE().match(code, code.find(b"}", close) + 1) is not None
