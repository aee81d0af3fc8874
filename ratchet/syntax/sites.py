"""What was found in a file → sites with scope, symbol and the expression that identifies them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ratchet.model.facts import Allow, Region, Site, Span
from ratchet.model.scope import Scope
from ratchet.model.value import replace
from ratchet.syntax.found import LONGEST_EXPRESSION, Found
from ratchet.syntax.late import late
from ratchet.syntax.lens import Lens
from ratchet.syntax.nesting import enclosing
from ratchet.syntax.reading import Reading
from ratchet.syntax.source import Lines

__all__ = ["find_sites"]

_MARKS = late(rb"[()\[\]{},;]")
_LONGEST_TEXT = 100


def find_sites(
    lens: Lens, reading: Reading, source: bytes, lines: Lines, allows: Sequence[Allow]
) -> tuple[tuple[Site, ...], tuple[Allow, ...]]:
    """The sites of one file in the order of their places, and the allows with what they were used for."""
    offsets = [each.start for each in reading.found]
    sites: list[Site] = []
    used: set[Allow] = set()
    # A stack of attributes gives one stretch as many regions as it has attributes.
    regions = {(each.start, each.end, each.scope): each for each in reading.regions}.values()
    surroundings = zip(enclosing(regions, offsets), enclosing(reading.symbols, offsets), strict=True)
    for each, (around, within) in zip(reading.found, surroundings, strict=True):
        rule, span = lens.measures[each.measure].rule, lines.span(each.start, each.end)
        scope = _scope(around)
        room = allows if scope is not Scope.INERT else ()
        allow = next((allow for allow in room if allow not in used and _covers(allow, rule, span.line)), None)
        if allow:
            used.add(allow)
        name = lens.language.separator.join([symbol.name for symbol in within])
        words = _words(each, source, span, lens.measures[each.measure].longer_than)
        sites.append(Site(rule, span, scope, name, *words, each.library_only, allow is not None))
    return tuple(sites), tuple(replace(allow, used=allow in used) for allow in allows)


def _scope(around: Sequence[Region]) -> Scope:
    """The scope of what is within some regions, from the outside in."""
    if any(region.scope is None for region in around):
        return Scope.INERT
    return next((region.scope for region in around if region.scope), Scope.PRODUCTION)


def _words(found: Found, source: bytes, span: Span, longer_than: int) -> tuple[str, str]:
    """What is shown of a site, and the expression that identifies it."""
    text = _flat(source[found.start : found.end])
    begin = found.context_start if found.context_start >= 0 else _expression_start(source, found.start)
    tail = source[max(begin, found.context_end - LONGEST_EXPRESSION) : found.context_end]
    expression = "".join(tail.decode("utf-8", "replace").split())
    if ",)" in expression or ",]" in expression or ",}" in expression:
        expression = re.sub(r",([)\]}])", r"\1", expression)
    if longer_than:
        first = _flat(source[found.start : found.end].partition(b"\n")[0])
        text = f"{first} … {span.end_line - span.line + (span.end_column > 1)} lines, more than {longer_than}"
    return text, expression


def _expression_start(source: bytes, end: int) -> int:
    """Where the expression before an offset begins: at the bracket around it, or after a comma or semicolon."""
    begin = max(0, end - LONGEST_EXPRESSION)
    depth = 0
    # Backwards, since the first of them nearly always is near.
    for mark in _MARKS().finditer(source[max(0, end - LONGEST_EXPRESSION + 1) : end][::-1]):
        byte = mark[0]
        if byte in b")]}":
            depth += 1
        elif byte in b"([{":
            depth -= 1
        if depth < 0 or (depth == 0 and byte in b",;}"):
            return end - mark.start()
    return begin


@lru_cache(maxsize=1024)
def _flat(piece: bytes) -> str:
    text = " ".join(piece[: 4 * _LONGEST_TEXT].decode("utf-8", "replace").split())
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"


def _covers(allow: Allow, rule: str, line: int) -> bool:
    """An allow with a reason speaks for one site, on its own line or the next one, and never for allows themselves."""
    if not allow.reason or rule.endswith("/ratchet-allow"):
        return False
    return allow.rule == rule and line in (allow.line, allow.line + 1)
