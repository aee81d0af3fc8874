"""The verb `count`: how often a query matches in code of some scopes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import cast

from ratchet.kinds.kind import BuildContext, Kind
from ratchet.kinds.verbs import VERBS
from ratchet.model.evidence import Evidence, FileEvidence, Sighting
from ratchet.model.facts import Site
from ratchet.model.finding import Finding
from ratchet.model.rule import Rule, Spec
from ratchet.model.scope import Scope
from ratchet.model.shape import AnyOf, Key, List, Number, Table, Text, nearest
from ratchet.model.value import frozen
from ratchet.syntax.query_tokens import canonical

__all__ = ["KIND", "CountSpec", "counted_by", "counting", "counts_in", "lines_of", "scopes_of"]

_VERB = "count"
_EVERY_SCOPE = "all"
_SCOPES = tuple(scope.value for scope in Scope)


@frozen
class CountSpec:
    """What to count: the sites of `query` but not those of `unless`, in these scopes, longer than so many lines."""

    language: str
    scopes: frozenset[Scope]
    query: str
    unless: str = ""
    longer_than: int = 0

    @property
    def needs(self) -> frozenset[str]:
        """Nothing but the files."""
        return frozenset()

    @property
    def may_be_empty(self) -> bool:
        """A pattern that is nowhere is what a rule is for."""
        return True

    @property
    def meaning(self) -> str:
        """Layout and comments of a query do not count: reformatting a rule keeps its budgets."""
        measured = {
            "verb": _VERB,
            "language": self.language,
            "scopes": sorted(self.scopes),
            "query": canonical(self.query),
            "unless": canonical(self.unless),
            "longer_than": self.longer_than,
        }
        text = json.dumps(measured, sort_keys=True, separators=(",", ":"))
        return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def counted_by(rule: str, spec: CountSpec, evidence: Evidence) -> Iterator[Sighting]:
    """The sites that carry the name of a rule, and whether the spec counts them."""
    for file in evidence.files:
        if file.language == spec.language and not file.role.data:
            yield from (_sighting(site, spec, file) for site in file.facts.sites if _is_wanted(site, rule, file))


def counting(spec: Spec) -> CountSpec | None:
    """The sites that a rule of any kind wants counted: its own, or those of the rule that it limits."""
    found = spec if isinstance(spec, CountSpec) else getattr(spec, "count", None)
    return found if isinstance(found, CountSpec) else None


def scopes_of(spec: Spec) -> tuple[str, ...]:
    """The scopes a rule speaks of, in the order of the words."""
    return tuple(scope for scope in Scope if not isinstance(spec, CountSpec) or scope in spec.scopes)


def lines_of(spec: Spec) -> int:
    """How many lines a site must exceed to count; 0 for any."""
    return spec.longer_than if isinstance(spec, CountSpec) else 0


def counts_in(spec: CountSpec, scope: Scope) -> bool:
    """Whether a site in code of this scope counts."""
    return scope in spec.scopes


def _build(data: Mapping[str, object], context: BuildContext) -> CountSpec:
    spec = CountSpec(
        language=cast(str, data["language"]),
        scopes=_scopes(data.get("scope", Scope.PRODUCTION)),
        query=cast(str, data["query"]),
        unless=cast(str, data.get("unless", "")),
        longer_than=cast(int, data.get("longer_than", 0)),
    )
    if spec.language not in context.languages:
        known = tuple(sorted(context.languages))
        hint = nearest(spec.language, known) or f"known are {', '.join(known)}"
        context.mistake(("language",), f"unknown language `{spec.language}`", hint)
    _check_query("query", spec.query, spec.language, context)
    if "unless" in data:
        _check_query("unless", spec.unless, spec.language, context)
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


def _measure(rule: Rule, spec: CountSpec, evidence: Evidence) -> Iterator[Sighting]:
    return counted_by(rule.id, spec, evidence)


def _is_wanted(site: Site, rule: str, file: FileEvidence) -> bool:
    """A pattern for libraries says nothing about programs."""
    return site.rule == rule and not (site.library_only and not file.role.library)


def _sighting(site: Site, spec: CountSpec, file: FileEvidence) -> Sighting:
    """The file's own scope decides, unless it is production: then the code around the site does."""
    scope = site.scope if file.role.scope is Scope.PRODUCTION else file.role.scope
    symbol = file.separator.join(part for part in (file.module, site.symbol) if part)
    finding = Finding(site.rule, file.path, site.span, scope, symbol, site.symbol, site.text, site.expression)
    return Sighting(finding, counts_in(spec, scope), site.allowed)


KIND: Kind[CountSpec] = Kind(
    verb=_VERB,
    about=VERBS[_VERB],
    shape=Table(
        {
            "language": Key(Text(), "the language whose files are searched", required=True),
            "scope": Key(
                AnyOf((Text(words=(*_SCOPES, _EVERY_SCOPE)), List(Text(words=_SCOPES), least=1))),
                "the role of the code that counts; production unless said",
            ),
            "query": Key(Text(), "a tree-sitter query; what it captures as @finding is counted", required=True),
            "unless": Key(Text(), "a second query; a site whose @finding it captures too is not counted"),
            "longer_than": Key(Number(least=1), "a site counts only if it spans more lines than this"),
        }
    ),
    build=_build,
    measure=_measure,
    proves=True,
)
