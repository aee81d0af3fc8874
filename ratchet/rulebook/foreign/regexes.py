"""Regular expressions on paths into globs, as far as globs can say the same."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

__all__ = ["Globs", "NoGlob", "globs"]

_START, _END = "\x02", "\x03"
_MOST = 64
_CLASSES = {"d": "[0-9]", "w": "[A-Za-z0-9_]"}
_NAME = "[^/]"


class NoGlob(Exception):
    """Why an expression cannot be said as globs."""


@dataclass(frozen=True, slots=True)
class _Way:
    """One alternative so far: its glob, what its groups stand for, and what must not follow at a place."""

    glob: str = ""
    groups: tuple[tuple[int, str], ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Globs:
    """Paths that any of `chosen` matches and none of `left_out`; `groups` are those of the whole expression."""

    chosen: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    groups: tuple[tuple[int, str], ...] = ()


def globs(expression: str, groups: Mapping[int, str] | None = None) -> tuple[Globs, ...]:
    """The globs of an expression that may stand anywhere in a path, by what its groups stand for.

    `groups` are those of another expression, which `$1` speaks of; without, a group for one part of a path becomes a
    capture, so that another expression can speak of it.
    """
    filled = re.sub(r"\$(\d)", lambda hit: _filled(int(hit[1]), groups or {}), expression)
    reader = _Reader(filled, groups is None)
    ways = reader.alternatives()
    if reader.at < len(filled):
        raise NoGlob("a bracket is closed that was not opened")
    found: dict[tuple[tuple[int, str], ...], tuple[list[str], list[str]]] = {}
    for way in ways:
        chosen, left_out = found.setdefault(way.groups, ([], []))
        chosen += [glob for glob in _finished(way.glob) if glob not in chosen]
        refused = [glob for each in way.refused for glob in _finished(each)]
        left_out += [glob for glob in (*refused, *_further(way.glob)) if glob not in left_out]
    return tuple(Globs(tuple(chosen), tuple(left), key) for key, (chosen, left) in found.items())


def _filled(number: int, groups: Mapping[int, str]) -> str:
    """What `$1` stands for; a capture is kept as it is, text is quoted."""
    if number not in groups:
        raise NoGlob(f"`${number}` speaks of a group that is not there")
    value = groups[number]
    return value if value.startswith("{") else re.sub(r"([.\[\]()|?+*^$\\])", r"\\\1", value)


def _finished(glob: str) -> list[str]:
    """The glob for the whole path: what is not tied to an end may have anything before or after it."""
    if _START in glob.lstrip(_START) or _END in glob.rstrip(_END):
        return []  # nothing stands before the start or after the end
    full = glob.lstrip(_START) if glob.startswith(_START) else f"**{glob}"
    full = full.rstrip(_END) if full.endswith((_END, "}")) else f"{full}**"
    full = re.sub(r"\*{3,}", "**", full)
    return [full.removesuffix("/**") or "**"]


def _further(glob: str) -> list[str]:
    """A selector means what is below too: what ends in any name must leave that out."""
    last = glob.rpartition("/")[2]
    if not glob.endswith(_END) or "." in last or not re.search(r"[*?{]", last):
        return []
    return [f"{each}/*" for each in _finished(glob)]


class _Reader:
    """Reads an expression from left to right; what it has no glob for raises NoGlob."""

    def __init__(self, text: str, captures: bool) -> None:
        self.text = text
        self._captures = captures
        self.at = 0
        self._groups = 0

    def alternatives(self) -> list[_Way]:
        found = self._sequence()
        while self._take("|"):
            found += self._sequence()
        return found

    def _take(self, wanted: str) -> bool:
        if self.text.startswith(wanted, self.at):
            self.at += len(wanted)
            return True
        return False

    def _sequence(self) -> list[_Way]:
        ways = [_Way()]
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            ways = self._joined(ways, self._piece(ways))
            if len(ways) > _MOST:
                raise NoGlob(f"it stands for more than {_MOST} patterns")
        return ways

    @staticmethod
    def _joined(ways: list[_Way], piece: list[_Way]) -> list[_Way]:
        return [
            _Way(left.glob + right.glob, (*left.groups, *right.groups), (*left.refused, *right.refused))
            for left in ways
            for right in piece
        ]

    def _piece(self, before: list[_Way]) -> list[_Way]:
        if self._take("(?!"):
            return self._refused(before)
        if self._take("("):
            return self._group()
        if self._take("^"):
            return [_Way(_START)]
        if self._take("$"):
            return [_Way(_END)]
        return self._repeated(self._atom(), before)

    def _refused(self, before: list[_Way]) -> list[_Way]:
        """What must not follow here; said of a place that is known it can be left out."""
        inner = self.alternatives()
        if not self._take(")") or len(before) != 1 or not before[0].glob.startswith(_START) or "*" in before[0].glob:
            raise NoGlob("what must not follow is not said of one known place")
        return [_Way(refused=tuple(before[0].glob + way.glob for way in inner))]

    def _group(self) -> list[_Way]:
        number = 0
        if self._take("?:"):
            pass
        elif self._take("?"):
            raise NoGlob("it looks ahead, looks back or names a group")
        else:
            self._groups += 1
            number = self._groups
        inner = self.alternatives()
        if not self._take(")"):
            raise NoGlob("a bracket is not closed")
        if number and self._captures:
            inner = [self._captured(number, way) for way in inner]
        if self._take("?"):
            return [*inner, _Way()]
        if self.at < len(self.text) and self.text[self.at] in "*+{":
            raise NoGlob("a group is repeated")
        return inner

    @staticmethod
    def _captured(number: int, way: _Way) -> _Way:
        if way.glob in ("*", "?*"):
            name = f"{{g{number}}}"
            return replace(way, glob=name, groups=(*way.groups, (number, name)))
        literal = way.glob.strip(_START + _END)
        if re.search(r"[*?\[{]", literal):
            return way  # it can be matched, but nothing can speak of it
        return replace(way, groups=(*way.groups, (number, literal)))

    def _atom(self) -> str:
        """One character, or a glob for one."""
        character = self.text[self.at]
        self.at += 1
        if character == "[":
            return self._class()
        if character == "\\":
            return self._escaped()
        if character == ".":
            return "." + _END * 2  # told apart from a full stop until it is known whether it is repeated
        if character == "{" and (hit := re.match(r"g\d\}", self.text[self.at :])):
            self.at += hit.end()
            return f"{{{hit.group()}"
        if character in "*+?{}]":
            raise NoGlob(f"`{character}` stands where there is nothing to repeat")
        return character

    def _class(self) -> str:
        end = self.text.find("]", self.at + 1)
        inner = self.text[self.at : end]
        if end < 0:
            raise NoGlob("a bracket is not closed")
        self.at = end + 1
        if inner == "^/":
            return _NAME
        if len(inner) == 1 or (len(inner) == 2 and inner[0] == "\\"):
            return self._literal(inner[-1])
        if "\\" in inner or "/" in inner or "[" in inner:
            raise NoGlob(f"no glob has the class `[{inner}]`")
        return f"[!{inner[1:]}]" if inner.startswith("^") else f"[{inner}]"

    def _escaped(self) -> str:
        character = self.text[self.at : self.at + 1]
        self.at += 1
        if character in _CLASSES:
            return _CLASSES[character]
        if not character or character.isalnum():
            raise NoGlob(f"no glob has `\\{character}`")
        return self._literal(character)

    @staticmethod
    def _literal(character: str) -> str:
        if character in "*?[]{}":
            raise NoGlob(f"a `{character}` in a path cannot be told from a wildcard")
        return character

    def _repeated(self, atom: str, before: list[_Way]) -> list[_Way]:
        sign = next((each for each in ("*", "+", "?") if self._take(each)), "")
        if sign:
            self._take("?")  # greedy or not, the same paths match
        elif self.text.startswith("{", self.at) and not re.match(r"\{g\d\}", self.text[self.at :]):
            raise NoGlob("something is repeated a number of times")
        if atom.startswith(".") and atom.endswith(_END):
            return [_Way(glob) for glob in self._anything(sign, before)]
        if sign == "?":
            return [_Way(self._one(atom)), _Way()]
        if not sign:
            return [_Way(self._one(atom))]
        if atom == _NAME:
            return [_Way("*" if sign == "*" or self._is_part(before) else "?*")]
        raise NoGlob(f"`{atom}` is repeated")

    @staticmethod
    def _one(atom: str) -> str:
        return "?" if atom == _NAME else atom

    def _is_part(self, before: list[_Way]) -> bool:
        """Whether a whole part of a path is meant, which is never empty."""
        ends = all(way.glob.endswith(("/", _START)) for way in before) or (before == [_Way()] and self._opens_part())
        after = self.text[self.at : self.at + 1]
        return ends and (after in ("/", "$", "") or after == ")")

    def _opens_part(self) -> bool:
        return bool(re.search(r"/\(\[\^/\]\+$", self.text[: self.at]))

    @staticmethod
    def _anything(sign: str, before: list[_Way]) -> list[str]:
        if sign in ("*", "+") and (sign == "*" or all(way.glob.endswith("/") for way in before)):
            return ["**"]
        rest = {"": "", "+": "**", "?": ""}[sign]
        return [f"?{rest}", f"/{rest}", *([""] if sign == "?" else [])]
