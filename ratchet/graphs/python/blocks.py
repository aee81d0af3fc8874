"""The blocks around a place in a Python file: is it in a function, in a branch, for type checkers only."""

from __future__ import annotations

import re
from collections.abc import Set
from typing import NamedTuple

from ratchet.graphs.python.conditions import holds
from ratchet.graphs.python.patterns import GAP, LINE, LINES, WORD, past, some
from ratchet.graphs.python.walking import LineWalk, logical_end

__all__ = ["MODULE", "Blocks", "Context"]

_HEAD = re.compile(rb"([ \t\f]*+)(?:async%s)?([%s]*+)" % (some(GAP), WORD))
_BRANCHES = frozenset({b"if", b"elif", b"try", b"except", b"case"})
_SAME_STATEMENT = frozenset({b"elif", b"else", b"except", b"finally"})
_OPENERS = _BRANCHES | _SAME_STATEMENT | {b"for", b"while", b"with", b"def", b"class", b"match"}


class Context(NamedTuple):
    """What an import is by where it stands; see `Import`."""

    type_only: bool = False
    lazy: bool = False
    conditional: bool = False


MODULE = Context()


class _Block(NamedTuple):
    """A block that is open: the column and the word of its header, what is in it, what is in its header.

    `taken` is for branches: one of them up to here is taken at run time for sure, so that those after it are not.
    """

    column: int
    word: bytes
    inside: Context
    header: Context
    taken: bool = False


class Blocks:
    """The blocks that are open at a place that moves on."""

    def __init__(self, text: bytes, names: Set[bytes]) -> None:
        """`names` are those of `TYPE_CHECKING` in this file; they may become more on the way."""
        self._text = text
        self._names = names
        self._line = 0
        self._end = 0
        self._open: list[_Block] = []
        self._walk = LineWalk(text, 0)

    def at_statement(self, place: int) -> Context:
        """What a statement is that begins here; places are asked for in their order."""
        block = self._header_at(place)
        return block.inside if block else self._around(self._line)

    def at_expression(self, place: int) -> Context:
        """What an expression is that begins here: it may be in a header, and in a lambda."""
        block = self._header_at(place)
        self._walk.to(place)
        context = self._around(self._line)
        if block:
            context = block.inside if self._walk.colon else block.header
        return context._replace(lazy=context.lazy or self._walk.in_lambda)

    def _header_at(self, place: int) -> _Block | None:
        """Moves to the logical line of a place; its block, if it is the header of one."""
        while self._end <= place:
            start = past(LINES, self._text, self._end, place)
            end = past(LINE, self._text, start)
            if end == start:
                end = logical_end(self._text, start)
            self._line, self._end = start, max(end, start + 1)
            self._walk = LineWalk(self._text, start)
            self._enter()
        last = self._open[-1] if self._open else None
        return last if last and self._walk.header else None

    def _around(self, line: int) -> Context:
        column = _column(_indent(self._text, line))
        return next((block.inside for block in reversed(self._open) if block.column < column), MODULE)

    def _enter(self) -> None:
        """Opens the block of the current line, if it is a header, and closes those that end before it."""
        head = _HEAD.match(self._text, self._line)
        if head is None or head[2] not in _OPENERS:
            return
        column = _column(head[1])
        sibling = None
        while self._open and self._open[-1].column >= column:
            sibling = self._open.pop()
        if head[2] == b"case" and not (self._open and self._open[-1].word == b"match"):
            return  # merely a name
        sibling = sibling if sibling and sibling.column == column and head[2] in _SAME_STATEMENT else None
        outer = self._open[-1].inside if self._open else MODULE
        self._open.append(self._block(column, head[2], outer, sibling))
        self._walk.header = True

    def _block(self, column: int, word: bytes, outer: Context, sibling: _Block | None) -> _Block:
        decided = sibling is not None and sibling.taken
        value = self._value() if word in (b"if", b"elif") else None
        branch = word in _BRANCHES or (word == b"else" and sibling is not None and sibling.word in _BRANCHES)
        header = outer
        if sibling is not None and word in (b"elif", b"except"):
            header = Context(outer.type_only or decided, outer.lazy, conditional=True)
        elif word == b"case":
            header = outer._replace(conditional=True)
        inside = Context(
            outer.type_only or decided or value is False,
            outer.lazy or word == b"def",
            outer.conditional or branch,
        )
        return _Block(column, word, inside, header, decided or value is True)

    def _value(self) -> bool | None:
        """Whether the condition of the current line holds at run time, if that is known."""
        line = self._text[self._line : self._end]
        if not any(name in line for name in self._names):
            return None
        colon = LineWalk(self._text, self._line).to(self._end)
        start = self._text.find(b"if", self._line) + 2
        return holds(self._text[start:colon], self._names)


def _indent(text: bytes, line: int) -> bytes:
    found = _HEAD.match(text, line)
    return found[1] if found else b""


def _column(indent: bytes) -> int:
    """The column as Python counts it: a tab goes to the next multiple of 8, a form feed back to the margin."""
    if b"\t" not in indent and b"\f" not in indent:
        return len(indent)
    return len(indent.rpartition(b"\f")[2].expandtabs(8))
