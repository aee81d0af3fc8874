"""The verb `count`: how often a query matches in code of some scopes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from ratchet.kinds.counted import COUNT, CountSpec, counted_by
from ratchet.kinds.kind import BuildContext, Kind
from ratchet.kinds.verbs import VERBS
from ratchet.model.evidence import Evidence, Sighting
from ratchet.model.rule import Rule
from ratchet.model.scope import Scope
from ratchet.model.shape import AnyOf, Key, List, Number, Table, Text, nearest

__all__ = ["KIND"]

_EVERY_SCOPE = "all"
_QUERIES = ("query", "unless", "lacks", "not-within")
_SCOPES = tuple(scope.value for scope in Scope)


def _build(data: Mapping[str, object], context: BuildContext) -> CountSpec:
    spec = CountSpec(
        language=cast(str, data["language"]),
        scopes=_scopes(data.get("scope", Scope.PRODUCTION)),
        query=cast(str, data["query"]),
        unless=cast(str, data.get("unless", "")),
        longer_than=cast(int, data.get("longer_than", 0)),
        lacks=cast(str, data.get("lacks", "")),
        not_within=cast(str, data.get("not-within", "")),
    )
    if spec.language not in context.languages:
        known = tuple(sorted(context.languages))
        hint = nearest(spec.language, known) or f"known are {', '.join(known)}"
        context.mistake(("language",), f"unknown language `{spec.language}`", hint)
    for key in _QUERIES:
        if key in data:
            _check_query(key, cast(str, data[key]), spec.language, context)
    if spec.lacks:
        _check_marks(spec, context)
    return spec


def _scopes(words: object) -> frozenset[Scope]:
    if words == _EVERY_SCOPE:
        return frozenset(Scope)
    return frozenset(Scope(str(word)) for word in (words if isinstance(words, list) else [words]))


def _check_query(key: str, query: str, language: str, context: BuildContext) -> None:
    from ratchet.syntax.queries import text_mistakes

    known = context.languages.get(language)
    for wrong in context.check_query(known, query) if known else text_mistakes(query):
        context.mistake((key,), wrong.message, wrong.hint, wrong.row, wrong.column)


def _check_marks(spec: CountSpec, context: BuildContext) -> None:
    from ratchet.syntax.query_marks import mark_mistakes

    for wrong in mark_mistakes(spec.query, spec.lacks):
        context.mistake(("lacks",), wrong.message, wrong.hint, wrong.row, wrong.column)


def _measure(rule: Rule, spec: CountSpec, evidence: Evidence) -> Iterator[Sighting]:
    return counted_by(rule.id, spec, evidence)


KIND: Kind[CountSpec] = Kind(
    verb=COUNT,
    about=VERBS[COUNT],
    shape=Table(
        {
            "language": Key(Text(), "the language whose files are searched", required=True),
            "scope": Key(
                AnyOf((Text(words=(*_SCOPES, _EVERY_SCOPE)), List(Text(words=_SCOPES), least=1))),
                "the role of the code that counts; production unless said",
            ),
            "query": Key(Text(), "a tree-sitter query; what it captures as @finding is counted", required=True),
            "unless": Key(Text(), "a second query; a site whose @finding it captures too is not counted"),
            "lacks": Key(
                Text(),
                "a query that must not match anywhere inside the finding, or inside the @_whole that `query` captures; "
                "what lies in its @_apart is left out, and @_same is the same text in both",
            ),
            "not-within": Key(Text(), "a query; a site inside of what it captures as @finding is not counted"),
            "longer_than": Key(Number(least=1), "a site counts only if it spans more lines than this"),
        }
    ),
    build=_build,
    measure=_measure,
    proves=True,
)
