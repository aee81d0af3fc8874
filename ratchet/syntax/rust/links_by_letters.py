"""Modules in other files that letters alone tell: declared outside of all brackets, under no attribute that matters."""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.model.facts import Link
from ratchet.model.language import Language
from ratchet.model.scope import Scope
from ratchet.syntax.late import late
from ratchet.syntax.rust.effects import effects
from ratchet.syntax.rust.lexing import is_nested
from ratchet.syntax.rust.telling import told_effects
from ratchet.syntax.scoping import Stretch

__all__ = ["plain_links"]

_BEFORE = late(rb"\s*+(?:#\s*\[[^][]*+(?:\[[^][]*+\][^][]*+)*+\]\s*+)*+((?:pub\s*(?:\([^()]*\)\s*)?+)?)")
_NEXT = late(rb"mod\s+(\w+)\s*;")


def plain_links(code: bytes, text: bytes, places: Sequence[int], language: Language) -> dict[int, Link]:
    """The links at those of some places of a file, in order, that leave no doubt: where a `mod` stands."""
    found: dict[int, Link] = {}
    at = 0
    for place in places:
        declared = _NEXT().match(code, place)
        start = max(at, code.rfind(b";", at, place) + 1, code.rfind(b"}", at, place) + 1)
        if not is_nested(code[at:start]):
            break
        at = start
        before = _BEFORE().match(code, start, place)
        if declared is None or before is None or before.end() != place or declared[0] != text[slice(*declared.span())]:
            continue
        scope = _scope(code, text, (start, place), language)
        if scope is None:
            continue
        name = declared[1].decode()
        line = text.count(b"\n", 0, before.start(1)) + 1
        found[place] = Link(name, scope[0], line, f"{scope[1]}mod {name};")
    return found


def _scope(code: bytes, text: bytes, stretch: Stretch, language: Language) -> tuple[Scope, str] | None:
    """The scope that the attributes in a stretch give, and what says so; None where letters do not tell it."""
    if b"path" in code[slice(*stretch)]:
        return None  # which one cannot be told where texts are blanked
    told = told_effects(code, stretch, effects(language))
    if told is None or len(told) > 1:
        return None
    for effect, between in told:
        said = text[slice(*between)]
        if effect.scope is None or effect.of_functions or said != code[slice(*between)]:
            return None
        return effect.scope, f"#[{' '.join(said.decode('utf-8', 'replace').split())}] "
    return Scope.PRODUCTION, ""
