"""What of a Rust item need not be parsed: whole statements and bodies in which nobody looks for anything.

What is left is as valid as the item was: `{` and `}` stay, and nothing between them is a body or a list like any
other. Lines and their indentation only tell where to try; that brackets match decides.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache

from ratchet.model.language import Language
from ratchet.syntax.late import late
from ratchet.syntax.rust.effects import Effects, effects
from ratchet.syntax.rust.lexing import is_nested, opened
from ratchet.syntax.scoping import Stretch

__all__ = ["gaps"]

# A gap costs about as much as so many bytes take to parse.
_LEAST = 48
_WORTH = 200
_OPENING = late(rb"\{[ \t]*\r?\n")
_FIRST = late(rb"\n([ \t]*)(?=\S)")
_ARGUMENTS = late(rb"\s*(?:[\w#\x80-\xff]+\s*)?[({[]")
_LAST_NAME = late(rb"[\w#\x80-\xff]+\Z")
# What stands before a `!` that negates; anything else that is a name is that of a macro.
_NEGATED = frozenset({b"else", b"if", b"in", b"match", b"return", b"while"})
_INNER_ATTRIBUTE = late(rb"#\s*!\s*\[")
_NEXT_BRACE = late(rb"\s*+\{")
_IF = late(rb"\s*+if\b")
_ATTRIBUTE = late(rb"\s*+#\s*\[(\s*(?:::\s*)?(?:\w+\s*::\s*)*(\w+)\s*(?:[=(][^][]*)?)\]")
# What attributes may stand before as siblings: no arm, and no field of a literal, which they are a part of.
_CARRIER = late(
    rb"\s*+(?:async|const\s+\w|enum|extern|fn|impl|let|mod|pub|static|struct|trait|type|unsafe|use)(?![\w\x80-\xff])"
)
# After what a statement, a member or an arm may end. A comma ends nothing for sure: it may stand between types. After a
# brace an `if` may guard the arm whose pattern ends with it.
_ENDS, _ENDS_BEFORE_IF = (b";", b"}"), (b";",)
# What stands before the `{` of a constant among the arguments of a type, which may be told as a name.
_IN_TYPE = (b"<",)
_NEAR = 64


def gaps(code: bytes, item: Stretch, places: Sequence[int], deep: Sequence[int], language: Language) -> list[Stretch]:
    """The stretches of an item that nobody needs, who looks for something at some places alone, in order.

    At `deep` places, which are among them, all of the statement may be asked for, with the bodies in it.
    """
    cutter = _Cutter(code, places, deep, effects(language))
    cutter.statements(*item, b"")
    return cutter.found


@lru_cache(maxsize=64)
def _beginnings(indentation: bytes) -> re.Pattern[bytes]:
    """Where a line begins that is indented so and may begin a statement, a member or an arm: some words go on."""
    return re.compile(rb"\n%b(?=[#\w])(?!(?:as|else|in|where)\b)" % re.escape(indentation))


class _Cutter:
    """The gaps that were found so far."""

    __slots__ = ("_code", "_deep", "_effects", "_places", "found")

    def __init__(self, code: bytes, places: Sequence[int], deep: Sequence[int], known: Effects) -> None:
        self._code = code
        self._places = places
        self._deep = deep
        self._effects = known
        self.found: list[Stretch] = []

    def _statement(self, start: int, end: int, indentation: bytes) -> None:
        """Find gaps in the bodies of a statement that is needed."""
        bodies = self._bodies(start, end, b"\n" + indentation + b"}") if end - start > _WORTH else []
        if bodies and self._deep and self._is_deep(start, end, bodies):
            return
        self._attributes(start, end)
        for inside, close in bodies:
            if self._is_needed(inside, close):
                self._body(inside, close)
            elif not _is_before_brace(self._code, close):
                self._leave_out(inside, close)

    def _attributes(self, start: int, end: int) -> None:
        """Find gaps in the attributes that a statement begins with: those that say nothing of it."""
        code, found, at = self._code, list[Stretch](), start
        while attribute := _ATTRIBUTE().match(code, at, end):
            if self._is_dull(attribute) and not self._is_needed(at, attribute.end()):
                found.append((found.pop()[0] if found and found[-1][1] == at else at, attribute.end()))
            at = attribute.end()
        if found and _CARRIER().match(code, at, end):
            for each in found:
                self._leave_out(*each)

    def _is_dull(self, attribute: re.Match[bytes]) -> bool:
        """Whether an attribute has no effect; what its texts say matters only where it has one."""
        return attribute[2] not in self._effects.names or not self._effects.of(attribute[1].decode("utf-8", "replace"))

    def _bodies(self, start: int, end: int, closing: bytes) -> list[Stretch]:
        """The bodies of a statement that are told by its lines, from behind each `{` to the end of its last line."""
        code, found, at = self._code, list[Stretch](), start
        while opening := _OPENING().search(code, at, end):
            inside = opening.start() + 1
            close = code.find(closing, inside, end)
            before = _end_of_code(code, start, opening.start())
            if close < 0 or code.endswith(_IN_TYPE, start, before):
                break
            if not is_nested(code[inside:close]) or self._is_of_tokens(at, inside):
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
        code, places = self._code, self._places
        begins = [match.start() for match in _beginnings(indentation).finditer(code, start + 1, end)]
        needed = places[bisect_left(places, start) : bisect_left(places, end)]
        left = at = start
        for place in needed:
            if place < at:
                continue
            number = bisect_right(begins, place)
            begin = self._last_beginning(begins, number - 1, at)
            until = self._next_beginning(begins, number, begin, end)
            last = _end_of_code(code, begin, until)
            if begin > left:
                self._leave_out(left, begin)
            self._statement(begin, last, indentation)
            left, at = until if self._is_needed(last, until) else last, until
        if left < end:
            self._leave_out(left, end)

    def _last_beginning(self, begins: Sequence[int], number: int, start: int) -> int:
        """Where the last statement begins, at one of the lines up to a number that are after a start, or there."""
        code = self._code
        depth = opened(code, start, begins[number]) if number >= 0 else 0
        while number >= 0 and begins[number] > start:
            if not depth and self._is_beginning(start, begins[number]):
                return begins[number]
            before = max(start, begins[number - 1]) if number else start
            depth -= opened(code, before, begins[number])
            number -= 1
        return start

    def _next_beginning(self, begins: Sequence[int], number: int, start: int, end: int) -> int:
        """Where the next statement begins, at one of the lines from a number on, or the end."""
        depth, at = 0, start
        while number < len(begins):
            depth += opened(self._code, at, begins[number])
            at = begins[number]
            if not depth and self._is_beginning(start, at):
                return at
            number += 1
        return end

    def _is_beginning(self, start: int, at: int) -> bool:
        """Whether what is before a line ends a statement; no bracket is open there."""
        code = self._code
        last = _end_of_code(code, start, at)
        return code.endswith(_ENDS_BEFORE_IF if _IF().match(code, at) else _ENDS, start, last)

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
