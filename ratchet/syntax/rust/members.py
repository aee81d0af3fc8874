"""The items that a place is in, from the outside in: lines tell where to look, brackets decide.

Where lines are not indented as formatters do it nothing is told.
"""

from __future__ import annotations

from ratchet.model.scope import Scope
from ratchet.model.value import mutable
from ratchet.syntax.late import late
from ratchet.syntax.rust.effects import Effects
from ratchet.syntax.rust.heads import head, impl_name, is_even, item_in
from ratchet.syntax.rust.lexing import is_nested, opened
from ratchet.syntax.rust.telling import Attributes
from ratchet.syntax.scoping import Stretch

__all__ = ["Member", "Members", "closing"]

# So many brackets are tried before it is given up: what is left to the parser then takes no square of the time.
_TRIES, _FAR = 8, 50_000
_LOST = -1
# The brackets around a closure that ends with it. Others are of an attribute, which speaks of what follows.
_CLOSED_WITH_IT = late(rb"[)\]]+(?=;)")
_FIRST = late(rb"\s*\n([ \t]*)(?=\S)")


@mutable
class Member:
    """An item by its body: the names of all around it and its own, its scope, and how what is in it ends.

    Up to `read` its brackets are known to match, or, where it holds code, whether that is `plain`: no item is in it.
    Of macros and attributes only the brackets are known, up to `seen`, that are still `open` there. Of what is `lost`,
    and of the member with its brace at `lost_at`, nothing more is told. The next `brace` is behind what was read.
    Since then so many brackets are open, the `level`, at the semicolon `leveled`. No other member ends up to `sought`.
    """

    start: int
    end: int
    names: tuple[str, ...]
    scope: Scope
    holds_code: bool
    closing: bytes
    read: int
    plain: bool = True
    seen: int = -1
    open: bytes = b""
    lost: bool = False
    lost_at: int = -1
    brace: int = -1
    level: int = 0
    leveled: int = -1
    sought: int = 0


class Members:
    """The members of a file, found one after the other."""

    def __init__(self, code: bytes, text: bytes, known: Effects) -> None:
        self._code = code
        self._text = text
        self._attributes = Attributes(code, text, known)
        self._around = [Member(0, len(code), (), Scope.PRODUCTION, False, b"\n}", 0)]
        self._around[0].lost = self._attributes.are_told_inside()

    def around(self, place: int) -> Member | None:
        """The innermost member that a place is in, of several in order; None where letters do not tell it."""
        around = self._around
        while place >= around[-1].end:
            around.pop()
        while not around[-1].holds_code:
            outer = around[-1]
            opening = self._opening(outer, place)
            if opening > place:
                return outer if self._attributes.are_dull(outer.read, place) else None
            inner = self._member(outer, opening, place) if opening not in (outer.lost_at, _LOST) else None
            if inner is None:
                outer.lost_at = opening
                return None
            around.append(inner)
        return around[-1] if self._is_plain(around[-1], place) else None

    def end_around(self, place: int) -> int:
        """Where the innermost member ends that a place was found to be in."""
        return next(member.end for member in reversed(self._around) if place < member.end)

    def _opening(self, outer: Member, place: int) -> int:
        """Where the member that a place is in has its `{`, the end where it has none."""
        code = self._code
        if outer.lost:
            return _LOST
        last = code.rfind(outer.closing, max(outer.read, outer.sought - len(outer.closing)), place)
        outer.sought = place
        start = last + len(outer.closing) if last >= 0 else outer.read
        if last >= 0 and (closed := _CLOSED_WITH_IT().match(code, start, place)):
            start = closed.end()
        if not is_nested(code[outer.read : start]):
            outer.lost = True
            return _LOST
        outer.read = start
        opening = self._next_brace(outer)
        while opening < place and (behind := self._behind_line(outer.read, opening, place)):
            outer.read = behind
            opening = self._next_brace(outer)
        return opening if self._go_behind_last(outer, min(opening, place)) else _LOST

    def _go_behind_last(self, outer: Member, end: int) -> bool:
        """Go on behind the last semicolon before an end that is in no brackets: an item begins there, if at all."""
        code, last = self._code, -1
        if outer.leveled < outer.read:
            outer.leveled, outer.level = outer.read, 0
        at = code.find(b";", outer.leveled, end)
        while at >= 0:
            outer.level += opened(code, outer.leveled, at)
            outer.leveled = at
            last = at if not outer.level else last
            at = code.find(b";", at + 1, end)
        if last >= 0:
            outer.lost = not is_nested(code[outer.read : last])
            outer.read = last + 1
        return not outer.lost

    def _next_brace(self, outer: Member) -> int:
        """Where the next `{` is in a member from where it was read up to; the end where there is none."""
        if outer.brace < outer.read:
            opening = self._code.find(b"{", outer.read, outer.end)
            outer.brace = opening if opening >= 0 else outer.end
        return outer.brace

    def _behind_line(self, start: int, opening: int, place: int) -> int:
        """Where it goes on after braces that are closed on their line, before a place; 0 for others."""
        code = self._code
        line = code.find(b"\n", opening, place)
        end = code.rfind(b"}", opening, line) if line >= 0 else -1
        return end + 1 if end >= 0 and is_nested(code[start : end + 1]) else 0

    def _member(self, outer: Member, opening: int, place: int) -> Member | None:
        code = self._code
        found = head(code, outer.read, opening)
        if found is None or not _is_whole(code[found.speaks : opening]):
            return None
        scope = outer.scope
        if not self._attributes.are_dull(outer.read, opening):
            if not self._attributes.are_dull(found.speaks, opening):
                return None
            given = self._attributes.scope(found.begins, found.speaks, of_function=found.kind == "fn")
            if given is None:
                return None
            scope = given if scope is Scope.PRODUCTION else scope
        name = found.name or impl_name(code, self._text, found.end, opening)
        end = self._end(outer, opening, place)
        if not name or end < 0:
            return None
        first = _FIRST().match(code, opening + 1, end)
        closing = b"\n" + first[1] + b"}" if first else outer.closing
        return Member(opening + 1, end, (*outer.names, name), scope, found.holds_code, closing, opening + 1)

    def _end(self, outer: Member, opening: int, place: int) -> int:
        """The `}` of a member that a place is in; -1 where letters do not tell it."""
        code = self._code
        line = code.find(b"\n", opening, outer.end)
        end = code.rfind(b"}", place, line) if place < line else code.find(outer.closing, place, outer.end)
        end += 0 if place < line or end < 0 else len(outer.closing) - 1
        return end if end >= 0 and is_nested(code[opening + 1 : end]) else -1

    def _is_plain(self, member: Member, place: int) -> bool:
        """Whether no item begins between the beginning of a member and a place, and no attribute matters there."""
        at = member.read
        while member.plain and (item := item_in(self._code, at, place)):
            at = self._behind_item(*item, place)
            member.plain = at > 0
        member.plain = member.plain and self._attributes.are_dull(member.read, place)
        member.read = place
        return member.plain

    def _behind_item(self, start: int, is_value: bool, place: int) -> int:
        """Where an item in code has come to its end before a place; 0 where it is not told that it has."""
        code = self._code
        if is_value:
            return _first_nested(code, b";", start, (start, place)) + 1
        opening = code.find(b"{", start, place)
        before = code[start:opening].replace(b"macro_rules!", b"")
        if opening < 0 or b";" in before or not _is_whole(before):
            return 0
        return closing(code, opening, place) + 1


def _is_whole(head: bytes) -> bool:
    """Whether a `{` behind a head opens what the head is of: it is in no brackets, and belongs to no macro."""
    return is_nested(head) and is_even(head) and b"!" not in head


def closing(code: bytes, opening: int, end: int) -> int:
    """The brace that closes another one, before an end; -1 where letters do not tell it at once."""
    end = min(end, opening + _FAR)
    line = code.find(b"\n", opening, end)
    close = _first_nested(code, b"}", opening + 1, (opening, line if line >= 0 else end))
    if close >= 0:
        return close
    begin = code[code.rfind(b"\n", 0, opening) + 1 : opening]
    last = b"\n" + begin[: len(begin) - len(begin.lstrip())] + b"}"
    close = code.find(last, opening, end)
    return close + len(last) - 1 if close >= 0 and is_nested(code[opening + 1 : close]) else -1


def _first_nested(code: bytes, letter: bytes, start: int, within: Stretch) -> int:
    """The first of some letters in a stretch up to which all brackets match; -1 where it is none of the first few."""
    at = code.find(letter, *within)
    for _ in range(_TRIES):
        if at < 0 or is_nested(code[start:at]):
            return at
        at = code.find(letter, at + 1, within[1])
    return -1
