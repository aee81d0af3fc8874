"""The YAML that most rules are written in, line by line; where anything is unusual, nothing is said of it.

Block mappings and lists, words, texts in quotes, literal blocks and lists in brackets: a twentieth of what
ruamel.yaml takes. It tells no mistakes: what is not understood here is read, or refused, by that one.
"""

from __future__ import annotations

import re

from ratchet.model.shape import Step
from ratchet.model.value import frozen
from ratchet.rulebook.yaml_document import Document, Spot
from ratchet.rulebook.yaml_scalars import plain_value

__all__ = ["read_plain"]

_MOST_VALUES = 3_000
_DEEPEST = 20
_ENTRY = re.compile(r"([A-Za-z_][A-Za-z0-9_./-]*):(?: ([^ ].*))?")
_WORD = re.compile(r"[A-Za-z0-9_(.](?:[^:#]|:(?=[^ ])|(?<! )#)*")
_QUOTED = re.compile(r'"((?:[^"\\]|\\["\\n])*)"')
_SINGLE = re.compile(r"'((?:[^']|'')*)'")
_IN_LIST = r'(?:[A-Za-z_.][A-Za-z0-9_./*-]*|"[^"\\]*")'
_LIST = re.compile(rf"\[{_IN_LIST}(?:, {_IN_LIST})*\]")
_ESCAPES = {'\\"': '"', "\\\\": "\\", "\\n": "\n"}

Steps = tuple[Step, ...]
Held = dict[str, object] | list[object]


class _Unusual(Exception):
    """Something that only the whole of YAML can tell."""


@frozen
class _Level:
    """A mapping or a list that is still open, how far it is indented, and the way to it."""

    indent: int
    held: Held
    steps: Steps


def read_plain(path: str, source: str) -> Document | None:
    """The one document of a file that is written plainly; None where it is not."""
    if not source.endswith("\n") or len(source.splitlines()) != source.count("\n"):
        return None
    reader = _Reader(tuple(source.split("\n")))
    try:
        data = reader.read()
    except (_Unusual, ValueError):
        return None
    return Document(data, path, reader.spots, reader.lines)


class _Reader:
    def __init__(self, lines: tuple[str, ...]) -> None:
        self.lines = lines
        self.spots: dict[Steps, Spot] = {}
        self._at = 0
        self._open: list[_Level] = []

    def read(self) -> object:
        if not all(map(str.isprintable, self.lines)):
            raise _Unusual
        if not self._next() or self._indent():
            raise _Unusual
        root: dict[str, object] = {}
        self._begin(root, 0, (), None)
        while self._next():
            self._line()
        return root

    def _next(self) -> bool:
        """Go to the next line that is neither empty nor a comment."""
        while self._at < len(self.lines):
            line = self.lines[self._at].lstrip(" ")
            if line and line[0] != "#":
                return True
            if line != self.lines[self._at] and not line:
                raise _Unusual  # blanks alone
            self._at += 1
        return False

    def _indent(self) -> int:
        line = self.lines[self._at]
        return len(line) - len(line.lstrip(" "))

    def _begin(self, held: Held, indent: int, steps: Steps, key: tuple[int, int] | None) -> None:
        """Open a mapping or a list that begins in this line."""
        here = self._at + 1, indent + 1
        self.spots[steps] = Spot(*here, *(key or here))
        self._open.append(_Level(indent, held, steps))
        if len(self._open) > _DEEPEST or len(self.spots) > _MOST_VALUES:
            raise _Unusual

    def _line(self) -> None:
        indent, line = self._indent(), self.lines[self._at]
        while self._open and self._open[-1].indent > indent:
            self._open.pop()
        if not self._open or self._open[-1].indent != indent or line.endswith(" "):
            raise _Unusual
        level = self._open[-1]
        if isinstance(level.held, dict):
            self._entry(level, level.held, indent)
        else:
            self._item(level, level.held, indent)

    def _entry(self, level: _Level, held: dict[str, object], indent: int) -> None:
        """`key: value`, or a key and a mapping or list below it."""
        found = _ENTRY.fullmatch(self.lines[self._at], indent)
        if not found or found[1] in held:
            raise _Unusual
        steps, key = (*level.steps, found[1]), (self._at + 1, indent + 1)
        if found[2] is None:
            held[found[1]] = self._below(steps, key, indent)
        else:
            held[found[1]] = self._value(found[2], found.start(2), steps, key, indent)

    def _below(self, steps: Steps, key: tuple[int, int], indent: int) -> Held:
        self._at += 1
        if not self._next() or self._indent() <= indent:
            raise _Unusual
        below = self._indent()
        held: Held = [] if self.lines[self._at][below:].startswith("- ") else {}
        self._begin(held, below, steps, key)
        return held

    def _item(self, level: _Level, held: list[object], indent: int) -> None:
        """`- value`, or `- key: value` with more keys below."""
        line = self.lines[self._at]
        if not line.startswith("- ", indent) or line.startswith(" ", indent + 2):
            raise _Unusual
        steps, inside = (*level.steps, len(held)), indent + 2
        if _ENTRY.fullmatch(line, inside):
            mapping: dict[str, object] = {}
            held.append(mapping)
            self._begin(mapping, inside, steps, None)
            self._entry(self._open[-1], mapping, inside)
        else:
            held.append(self._value(line[inside:], inside, steps, None, indent))

    def _value(self, text: str, column: int, steps: Steps, key: tuple[int, int] | None, indent: int) -> object:
        """A value that begins in this line, behind its key."""
        here = self._at + 1, column + 1
        value, style = self._list(text, here, steps) if _LIST.fullmatch(text) else self._scalar(text, indent)
        self.spots[steps] = Spot(*here, *(key or here), style, value if isinstance(value, str) else "")
        if len(self.spots) > _MOST_VALUES:
            raise _Unusual
        return value

    def _list(self, text: str, here: tuple[int, int], steps: Steps) -> tuple[list[object], str]:
        """A list of words and texts in brackets."""
        self._at += 1
        held: list[object] = []
        for index, found in enumerate(re.finditer(_IN_LIST, text)):
            quoted = found[0].startswith('"')
            value = found[0][1:-1] if quoted else plain_value(found[0])
            at = here[0], here[1] + found.start()
            self.spots[*steps, index] = Spot(*at, *at, '"' if quoted else "", value if isinstance(value, str) else "")
            held.append(value)
        return held, ""

    def _scalar(self, text: str, indent: int) -> tuple[object, str]:
        if text == "|":
            return self._block(indent), "|"
        self._at += 1
        if found := _QUOTED.fullmatch(text):
            return re.sub(r"\\.", lambda each: _ESCAPES[each[0]], found[1]), '"'
        if found := _SINGLE.fullmatch(text):
            return found[1].replace("''", "'"), "'"
        if not _WORD.fullmatch(text) or text.endswith(":"):
            raise _Unusual
        return plain_value(text), ""

    def _block(self, indent: int) -> str:
        """A literal block: the lines below that are indented as its first one, or more."""
        self._at += 1
        depth = self._indent() if self._at < len(self.lines) else 0
        if depth <= indent or not self.lines[self._at].strip(" "):
            raise _Unusual
        found: list[str] = []
        while self._at < len(self.lines) and (not self.lines[self._at] or self._indent() >= depth):
            if not self.lines[self._at].strip(" ") and self.lines[self._at]:
                raise _Unusual  # blanks alone
            found.append(self.lines[self._at][depth:])
            self._at += 1
        while not found[-1]:
            found.pop()
        return "\n".join(found) + "\n"
