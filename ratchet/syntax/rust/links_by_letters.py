"""Modules in other files that letters alone tell: declared outside of all brackets, under no attribute that matters."""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.model.facts import Link
from ratchet.model.language import Language
from ratchet.model.scope import Scope
from ratchet.syntax.late import late
from ratchet.syntax.rust.effects import effects
from ratchet.syntax.rust.lexing import is_nested
from ratchet.syntax.rust.telling import ATTRIBUTES, Attributes
from ratchet.syntax.source import Lines

__all__ = ["plain_links"]

_BEFORE = late(rb"\s*+" + ATTRIBUTES + rb"((?:pub\s*(?:\([^()]*\)\s*)?+)?)")
_NEXT = late(rb"mod\s+(\w+)\s*;")


def plain_links(code: bytes, text: bytes, places: Sequence[int], language: Language) -> dict[int, Link]:
    """The links at those of some places of a file, in order, that leave no doubt: where a `mod` stands."""
    found: dict[int, Link] = {}
    if not places:
        return found
    lines, attributes, at = Lines(text), Attributes(code, text, effects(language), places[-1]), 0
    for place in places:
        declared = _NEXT().match(code, place)
        start = max(at, code.rfind(b";", at, place) + 1, code.rfind(b"}", at, place) + 1)
        if not is_nested(code[at:start]):
            break
        at = start
        before = _BEFORE().match(code, start, place)
        if declared is None or before is None or before.end() != place or declared[0] != text[slice(*declared.span())]:
            continue
        scope = _scope(attributes, start, place)
        if scope is None:
            continue
        name = declared[1].decode()
        found[place] = Link(name, scope[0], lines.line(before.start(1)), f"{scope[1]}mod {name};")
    return found


def _scope(attributes: Attributes, start: int, end: int) -> tuple[Scope, str] | None:
    """The scope that the attributes in a stretch give, and what says so; None where letters do not tell it."""
    told = attributes.effects(start, end)
    if told is None or len(told) > 1:
        return None
    for effect, said in told:
        if effect.scope is None or effect.of_functions or effect.redirects:
            return None
        return effect.scope, f"#[{' '.join(said.split())}] "
    return Scope.PRODUCTION, ""
