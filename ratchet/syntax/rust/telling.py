"""Whether attributes in a stretch of Rust say anything of the code they stand on, as far as letters tell."""

from __future__ import annotations

import re
from functools import cache

from ratchet.model.scope import Scope
from ratchet.model.sound import compiled
from ratchet.syntax.late import late
from ratchet.syntax.rust.effects import Effect, Effects
from ratchet.syntax.scoping import Stretch

__all__ = ["ATTRIBUTES", "are_dull", "is_told_inside", "scope_told", "told_effects"]

ATTRIBUTES = rb"(?:#\s*\[[^][]*+(?:\[[^][]*+\][^][]*+)*+\]\s*+)*+"
"""Matches attributes in a row, with what is blank behind them; those with brackets in brackets in brackets end it."""

# What is known of conditions: these words, and a list of nothing, or of what is no name.
_KNOWN = late(rb"test|true|false|[(,]\s*+(?![A-Za-z_]\w*+\s*+[(),=])")
_ODD = late(rb"'|[\w#]\"")
_INNER = late(rb"#\s*!\s*\[")
_ATTRIBUTE = late(rb"#\s*!?\s*\[([^][]*+(?:\[[^][]*+\][^][]*+)*+)\]")


def are_dull(code: bytes, text: bytes, stretch: Stretch, known: Effects) -> bool:
    """Whether no attribute in a stretch gives a scope to anything."""
    return code.find(b"#", *stretch) < 0 or told_effects(code, text, stretch, known) == []


def told_effects(code: bytes, text: bytes, stretch: Stretch, known: Effects) -> list[tuple[Effect, str]] | None:
    """What the attributes in a stretch do, each with what is between its brackets; None where letters do not tell."""
    found = []
    for match in _telling(known.names).finditer(code, *stretch):
        if code.endswith(b"r", 0, match.start()):
            continue  # a raw name
        attribute = _ATTRIBUTE().match(code, match.start())
        if attribute is None:
            return None
        whole = text[slice(*attribute.span(1))]
        has_odd_text = _ODD().search(whole) is not None
        if not has_odd_text and _says_nothing(attribute[1], known.names):
            continue
        if b"/*" in whole or b"//" in whole:
            return None  # a comment, or a text that may be one
        # What is said in texts matters nowhere but in paths: without it few attributes differ from all others.
        said = (whole if has_odd_text or b"path" in whole else attribute[1]).decode("utf-8", "replace")
        if effect := known.of(said):
            found.append((effect, whole.decode("utf-8", "replace")))
    return found


def _says_nothing(said: bytes, names: frozenset[bytes]) -> bool:
    """Whether what an attribute says is not worth a closer look, as nearly always: texts are blanked in it.

    A `cfg` of which nothing is known gives no scope, and a `cfg_attr` does what the attributes behind its condition do.
    """
    if said.startswith(b"cfg_attr("):
        return _words(names).search(said, said.find(b",")) is None
    return said.startswith(b"cfg(") and _KNOWN().search(said) is None


def is_told_inside(code: bytes, text: bytes, known: Effects) -> bool:
    """Whether an attribute may speak of what it is in, anywhere in a file."""
    inner = (match.start() for match in _INNER().finditer(code))
    return any(not are_dull(code, text, (start, start + 1), known) for start in inner)


def scope_told(code: bytes, text: bytes, stretch: Stretch, known: Effects, of_function: bool) -> Scope | None:
    """The scope that the attributes in a stretch give to the item, or function, that they stand on; None: not told."""
    scopes = {Scope.PRODUCTION}
    told = told_effects(code, text, stretch, known)
    for effect, _ in told or ():
        if effect.redirects:
            return None
        if effect.scope and (of_function or not effect.of_functions):
            scopes.add(effect.scope)
    if told is None or len(scopes) > 2:
        return None
    return max(scopes, key=lambda scope: scope is not Scope.PRODUCTION)


@cache
def _words(names: frozenset[bytes]) -> re.Pattern[bytes]:
    return compiled(rb"(?<!\w)(?:%b)(?!\w)" % b"|".join(sorted(map(re.escape, names))))


@cache
def _telling(names: frozenset[bytes]) -> re.Pattern[bytes]:
    """Finds whatever is not plainly an attribute with another name than these."""
    words = b"|".join(sorted(map(re.escape, names)))
    return compiled(rb"#(?!\s*+!?\s*+\[\s*+(?:\w++\s*+::\s*+)*+(?!(?:%b)\b)\w++\s*+[\](=\[{])" % words)
