"""Whether attributes in a stretch of Rust say anything of the code they stand on, as far as letters tell."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from functools import cache

from ratchet.model.scope import Scope
from ratchet.model.sound import compiled
from ratchet.syntax.late import late
from ratchet.syntax.rust.effects import Effect, Effects

__all__ = ["ATTRIBUTES", "Attributes"]

ATTRIBUTES = rb"(?:#\s*\[[^][]*+(?:\[[^][]*+\][^][]*+)*+\]\s*+)*+"
"""Matches attributes in a row, with what is blank behind them; those with brackets in brackets in brackets end it."""

# What is known of conditions: these words, and a list of nothing, or of what is no name.
_KNOWN = late(rb"test|true|false|[(,]\s*+(?![A-Za-z_]\w*+\s*+[(),=])")
_ODD = late(rb"'|[\w#]\"")
_INNER = late(rb"#\s*!\s*\[")
_NO_EFFECT = Effect(), ""
_ATTRIBUTE = late(rb"#\s*!?\s*\[([^][]*+(?:\[[^][]*+\][^][]*+)*+)\]")


class Attributes:
    """The attributes of a file, or before an `end` of it, that may say something of the code they stand on."""

    def __init__(self, code: bytes, text: bytes, known: Effects, end: int = sys.maxsize) -> None:
        self._code = code
        self._text = text
        self._known = known
        self._told: list[tuple[Effect, str] | None] = []
        self._starts: list[int] = []
        for match in _telling(known.names).finditer(code, 0, end):
            told = self._look(match.start())
            if told is None or told[0]:
                self._starts.append(match.start())
                self._told.append(told)

    def are_dull(self, start: int, end: int) -> bool:
        """Whether no attribute in a stretch gives a scope to anything."""
        starts, first = self._starts, bisect_left(self._starts, start)
        return first == len(starts) or starts[first] >= end

    def effects(self, start: int, end: int) -> list[tuple[Effect, str]] | None:
        """What the attributes in a stretch do, each with what is between its brackets; None: letters do not tell."""
        told = self._told[bisect_left(self._starts, start) : bisect_left(self._starts, end)]
        known = [each for each in told if each]
        return known if len(known) == len(told) else None

    def scope(self, start: int, end: int, of_function: bool) -> Scope | None:
        """The scope that attributes in a stretch give to the item, or function, that they stand on; None: not told."""
        scopes = {Scope.PRODUCTION}
        told = self.effects(start, end)
        for effect, _ in told or ():
            if effect.redirects:
                return None
            if effect.scope and (of_function or not effect.of_functions):
                scopes.add(effect.scope)
        if told is None or len(scopes) > 2:
            return None
        return max(scopes, key=lambda scope: scope is not Scope.PRODUCTION)

    def are_told_inside(self) -> bool:
        """Whether one of them may speak of what it is in, anywhere in the file."""
        return any(_INNER().match(self._code, start) for start in self._starts)

    def _look(self, start: int) -> tuple[Effect, str] | None:
        """What an attribute does, and what is between its brackets; None where letters do not tell."""
        code = self._code
        if code.endswith(b"r", 0, start):
            return _NO_EFFECT  # a raw name
        attribute = _ATTRIBUTE().match(code, start)
        if attribute is None:
            return None
        whole = self._text[slice(*attribute.span(1))]
        has_odd_text = _ODD().search(whole) is not None
        if not has_odd_text and _says_nothing(attribute[1], self._known.names):
            return _NO_EFFECT
        if b"/*" in whole or b"//" in whole:
            return None  # a comment, or a text that may be one
        # What is said in texts matters nowhere but in paths: without it few attributes differ from all others.
        said = (whole if has_odd_text or b"path" in whole else attribute[1]).decode("utf-8", "replace")
        return self._known.of(said), whole.decode("utf-8", "replace")


def _says_nothing(said: bytes, names: frozenset[bytes]) -> bool:
    """Whether what an attribute says is not worth a closer look, as nearly always: texts are blanked in it.

    A `cfg` of which nothing is known gives no scope, and a `cfg_attr` does what the attributes behind its condition do.
    """
    if said.startswith(b"cfg_attr("):
        return _words(names).search(said, said.find(b",")) is None
    return said.startswith(b"cfg(") and _KNOWN().search(said) is None


@cache
def _words(names: frozenset[bytes]) -> re.Pattern[bytes]:
    return compiled(rb"(?<!\w)(?:%b)(?!\w)" % b"|".join(sorted(map(re.escape, names))))


@cache
def _telling(names: frozenset[bytes]) -> re.Pattern[bytes]:
    """Finds whatever is not plainly an attribute with another name than these."""
    words = b"|".join(sorted(map(re.escape, names)))
    return compiled(rb"#(?!\s*+!?\s*+\[\s*+(?:\w++\s*+::\s*+)*+(?!(?:%b)\b)\w++\s*+[\](=\[{])" % words)
