"""A regular expression on paths, read from left to right into alternatives that globs can say."""

from __future__ import annotations

import re

from ratchet.model.value import frozen, replace

__all__ = ["END", "START", "NoGlob", "Reader", "Way"]

START, END = "\x02", "\x03"
"""Where a path starts and ends, within a glob that is not finished."""
_MOST = 64
_CLASSES = {"d": "[0-9]", "w": "[A-Za-z0-9_]"}
_NAME = "[^/]"


class NoGlob(Exception):
    """Why an expression cannot be said as globs."""


@frozen
class Way:
    """One alternative so far: its glob, what its groups stand for, and what must not follow at a place."""

    glob: str = ""
    groups: tuple[tuple[int, str], ...] = ()
    refused: tuple[str, ...] = ()


class Reader:
    """Reads an expression from left to right; what it has no glob for raises NoGlob."""

    def __init__(self, text: str, captures: bool) -> None:
        self.text = text
        self._captures = captures
        self.at = 0
        self._groups = 0

    def alternatives(self) -> list[Way]:
        found = self._sequence()
        while self._take("|"):
            found += self._sequence()
        return found

    def _take(self, wanted: str) -> bool:
        if self.text.startswith(wanted, self.at):
            self.at += len(wanted)
            return True
        return False

    def _sequence(self) -> list[Way]:
        ways = [Way()]
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            ways = self._joined(ways, self._piece(ways))
            if len(ways) > _MOST:
                raise NoGlob(f"it stands for more than {_MOST} patterns")
        return ways

    @staticmethod
    def _joined(ways: list[Way], piece: list[Way]) -> list[Way]:
        return [
            Way(left.glob + right.glob, (*left.groups, *right.groups), (*left.refused, *right.refused))
            for left in ways
            for right in piece
        ]

    def _piece(self, before: list[Way]) -> list[Way]:
        if self._take("(?!"):
            return self._refused(before)
        if self._take("("):
            return self._group()
        if self._take("^"):
            return [Way(START)]
        if self._take("$"):
            return [Way(END)]
        return self._repeated(self._atom(), before)

    def _refused(self, before: list[Way]) -> list[Way]:
        """What must not follow here; said of a place that is known it can be left out."""
        inner = self.alternatives()
        if not self._take(")") or len(before) != 1 or not before[0].glob.startswith(START) or "*" in before[0].glob:
            raise NoGlob("what must not follow is not said of one known place")
        return [Way(refused=tuple(before[0].glob + way.glob for way in inner))]

    def _group(self) -> list[Way]:
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
            return [*inner, Way()]
        if self.at < len(self.text) and self.text[self.at] in "*+{":
            raise NoGlob("a group is repeated")
        return inner

    @staticmethod
    def _captured(number: int, way: Way) -> Way:
        bare = way.glob.strip(START + END)
        if re.fullmatch(r"(?:[^*?\[{]*/)?(?:\?)?\*(?:/[^*?\[{]*)?", bare):
            glob = re.sub(r"\??\*", f"{{g{number}}}", way.glob)
            return replace(way, glob=glob, groups=(*way.groups, (number, glob.strip(START + END))))
        if re.search(r"[*?\[{]", bare):
            return way  # it can be matched, but nothing can speak of it
        return replace(way, groups=(*way.groups, (number, bare)))

    def _atom(self) -> str:
        """One character, or a glob for one."""
        character = self.text[self.at]
        self.at += 1
        if character == "[":
            return self._class()
        if character == "\\":
            return self._escaped()
        if character == ".":
            return "." + END * 2  # told apart from a full stop until it is known whether it is repeated
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
        inner = inner.replace("\\/", "/").replace("\\.", ".")
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

    def _repeated(self, atom: str, before: list[Way]) -> list[Way]:
        sign = next((each for each in ("*", "+", "?") if self._take(each)), "")
        if sign:
            self._take("?")  # greedy or not, the same paths match
        elif self.text.startswith("{", self.at) and not re.match(r"\{g\d\}", self.text[self.at :]):
            raise NoGlob("something is repeated a number of times")
        if atom.startswith(".") and atom.endswith(END):
            return [Way(glob) for glob in self._anything(sign, before)]
        if sign == "?":
            return [Way(self._one(atom)), Way()]
        if not sign:
            return [Way(self._one(atom))]
        if atom == _NAME:
            return [Way("*" if sign == "*" or self._is_part(before) else "?*")]
        raise NoGlob(f"`{atom}` is repeated")

    @staticmethod
    def _one(atom: str) -> str:
        return "?" if atom == _NAME else atom

    def _is_part(self, before: list[Way]) -> bool:
        """Whether a whole part of a path is meant, which is never empty."""
        ends = all(way.glob.endswith(("/", START)) for way in before) or (before == [Way()] and self._opens_part())
        after = self.text[self.at : self.at + 1]
        return ends and (after in ("/", "$", "") or after == ")")

    def _opens_part(self) -> bool:
        return bool(re.search(r"/\(\[\^/\]\+$", self.text[: self.at]))

    @staticmethod
    def _anything(sign: str, before: list[Way]) -> list[str]:
        if sign in ("*", "+") and (sign == "*" or all(way.glob.endswith("/") for way in before)):
            return ["**"]
        rest = {"": "", "+": "**", "?": ""}[sign]
        return [f"?{rest}", f"/{rest}", *([""] if sign == "?" else [])]
