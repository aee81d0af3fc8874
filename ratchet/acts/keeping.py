"""Facts and imports as bytes that can be kept, and back; what has another shape is as good as not kept."""

from __future__ import annotations

import json
from functools import lru_cache
from sys import intern

from ratchet.model.facts import Allow, FileFacts, Link, Site, Span
from ratchet.model.graph import Import
from ratchet.model.scope import Scope
from ratchet.model.static import cast

__all__ = ["facts_bytes", "facts_of", "imports_bytes", "imports_of"]

_Row = list[object]
_SiteRow = tuple[str, list[int], str, str, str, str, bool, bool]
_NO_SHAPE = (ValueError, TypeError, KeyError, RecursionError)
_NOTHING = b"[[],[],[],"
_SCOPES = {scope.value: scope for scope in Scope}


def facts_bytes(facts: FileFacts) -> bytes:
    """The facts of a file."""
    if not (facts.sites or facts.links or facts.allows or facts.kept_as):
        end = b"true]" if facts.leaves_sites else b"false]"
        return b"%b%d,%d,%d,%b" % (_NOTHING, facts.size, facts.error_bytes, facts.error_line, end)
    sites = [
        [
            each.rule,
            [each.span.line, each.span.column, each.span.end_line, each.span.end_column],
            each.scope,
            each.symbol,
            each.text,
            each.expression,
            each.library_only,
            each.allowed,
        ]
        for each in facts.sites
    ]
    links = [
        [
            each.name,
            each.scope,
            each.line,
            each.because,
            each.inside,
            each.paths,
            each.named,
            each.how,
            each.beside,
        ]
        for each in facts.links
    ]
    allows = [[each.rule, each.reason, each.line, each.used] for each in facts.allows]
    state = facts.size, facts.error_bytes, facts.error_line, facts.leaves_sites, facts.kept_as
    return _dumps([sites, links, allows, *state])


def facts_of(kept: bytes) -> FileFacts | None:
    """The facts that bytes stand for; None where they stand for none."""
    if kept.startswith(_NOTHING) and (facts := _facts_of_nothing(kept)):
        return facts
    try:
        sites, links, allows, size, error_bytes, error_line, leaves_sites, kept_as = json.loads(kept)
        return FileFacts(
            tuple(_site(row) for row in sites),
            tuple(_link(row) for row in links),
            tuple(Allow(*row) for row in allows),
            size,
            error_bytes,
            error_line,
            leaves_sites,
            kept_as,
        )
    except _NO_SHAPE:
        return None


@lru_cache(maxsize=4096)
def _facts_of_nothing(kept: bytes) -> FileFacts | None:
    """The facts of a file in which nothing was found, as most are."""
    *numbers, leaves_sites = kept[len(_NOTHING) : -1].split(b",")
    if len(numbers) != 3 or not all(map(bytes.isdigit, numbers)):
        return None
    size, error_bytes, error_line = map(int, numbers)
    if kept[-1:] != b"]" or leaves_sites not in {b"true", b"false"}:
        return None
    return FileFacts((), (), (), size, error_bytes, error_line, leaves_sites == b"true")


def imports_bytes(imports: tuple[Import, ...]) -> bytes:
    """The imports of a file."""
    return _dumps(
        [
            [
                each.line,
                each.column,
                each.module,
                each.names,
                each.level,
                each.type_only,
                each.lazy,
                each.conditional,
                each.cfg,
            ]
            for each in imports
        ]
    )


def imports_of(kept: bytes) -> tuple[Import, ...] | None:
    """The imports that bytes stand for; None where they stand for none."""
    try:
        return tuple(
            Import(line, column, module, tuple(names), level, type_only, lazy, conditional, cfg)
            for line, column, module, names, level, type_only, lazy, conditional, cfg in json.loads(kept)
        )
    except _NO_SHAPE:
        return None


def _dumps(value: object) -> bytes:
    # Not as escapes: those of two lone surrogates would come back as one character.
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass")


def _site(row: _Row) -> Site:
    """One object for all that say the same: a rule finds the same words in the same functions again and again."""
    rule, span, scope, symbol, text, expression, library_only, allowed = cast("_SiteRow", row)
    words = intern(symbol), intern(text), expression
    return Site(intern(rule), Span(*span), _SCOPES[scope], *words, bool(library_only), bool(allowed))


def _link(row: _Row) -> Link:
    name, scope, line, because, inside, paths, named, how, beside = row
    return Link(
        cast(str, name),
        _SCOPES[cast(str, scope)],
        cast(int, line),
        cast(str, because),
        tuple(cast("list[str]", inside)),
        tuple(cast("list[str]", paths)),
        bool(named),
        cast(str, how),
        bool(beside),
    )
