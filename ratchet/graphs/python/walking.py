"""A walk along one logical line: where it ends, where its header ends, and whether a place is in a lambda."""

from __future__ import annotations

import re

from ratchet.graphs.python.lexing import token_at
from ratchet.graphs.python.patterns import STRINGS, WORD, many, past

__all__ = ["LineWalk", "logical_end"]

_RUN = re.compile(many(rb"[^\"'#\\\n()\[\]{}]++|\\\n?|" + STRINGS), re.DOTALL)
_MARK = re.compile(rb"(?<![%s])(?:lambda|for)(?![%s])|:=|[()\[\]{},:;\"'#]" % (WORD, WORD))
_OPENING = frozenset(b"([{")
_CLOSING = frozenset(b")]}")


def logical_end(text: bytes, start: int) -> int:
    """Where the logical line ends that goes on here, its line feed included, however deep its brackets are."""
    depth = 0
    place = past(_RUN, text, start)
    while place < len(text):
        char = text[place]
        if char == 10 and depth == 0:
            return place + 1
        if char in b"\"'#":
            place = token_at(text, place).end
        else:
            depth += (char in _OPENING) - (char in _CLOSING and depth > 0)
            place += 1
        place = past(_RUN, text, place)
    return len(text)


class LineWalk:
    """A place in a logical line that moves on.

    Each bracket that is open has its lambdas: `False` is one whose arguments we are in, `True` one whose body.
    """

    def __init__(self, text: bytes, start: int) -> None:
        self._text = text
        self._place = start
        self._brackets: list[list[bool]] = [[]]
        self._bodies = 0
        self.header = False
        self.colon = 0

    @property
    def in_lambda(self) -> bool:
        """Whether we are in the body of a lambda."""
        return self._bodies > 0

    def to(self, place: int) -> int:
        """Moves on to a place; the first colon that is of no lambda and in no brackets, or that place."""
        while self._place < place:
            found = _MARK.search(self._text, self._place, place)
            if found is None:
                self._place = place
            elif found[0] in (b'"', b"'", b"#"):
                self._place = token_at(self._text, found.start()).end
            else:
                self._place = found.end()
                self._note(found[0], found.start())
        return self.colon or place

    def _note(self, mark: bytes, place: int) -> None:
        lambdas = self._brackets[-1]
        if mark == b"lambda":
            lambdas.append(False)
        elif mark in (b"(", b"[", b"{"):
            self._brackets.append([])
        elif mark in (b")", b"]", b"}"):
            self._bodies -= lambdas.count(True)
            self._brackets.pop()
            self._brackets = self._brackets or [[]]
        elif mark != b":=":
            self._end_bodies(lambdas)
            if mark == b":":
                self._take_colon(lambdas, place)

    def _end_bodies(self, lambdas: list[bool]) -> None:
        """A comma, a colon, a semicolon and a `for` end the bodies before them; arguments go on."""
        while lambdas and lambdas[-1]:
            lambdas.pop()
            self._bodies -= 1

    def _take_colon(self, lambdas: list[bool], place: int) -> None:
        if lambdas:
            lambdas[-1] = True
            self._bodies += 1
        elif len(self._brackets) == 1 and not self.colon:
            self.colon = place
