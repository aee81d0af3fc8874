"""What rules want to see in the files of one language, ordered by the words that each pattern cannot do without."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from ratchet.model.errors import RatchetError
from ratchet.model.language import Language
from ratchet.syntax.grammars import grammar
from ratchet.syntax.query_needs import Need, needs, roots
from ratchet.syntax.query_parts import Pattern, patterns
from ratchet.syntax.query_rows import row_texts, with_rows
from ratchet.syntax.query_shape import parts
from ratchet.syntax.query_tokens import tokens
from ratchet.syntax.scoping import scope_reader
from ratchet.syntax.words import occurs

if TYPE_CHECKING:
    from tree_sitter import Query

__all__ = ["Facet", "Lens", "Measure", "Purpose", "compile_lens", "query_of"]


@dataclass(frozen=True, slots=True)
class Measure:
    """What one rule wants counted in one language."""

    rule: str
    query: str
    unless: str = ""
    longer_than: int = 0


@dataclass(frozen=True, slots=True)
class Purpose:
    """Why a pattern is in a query: to find a `site` of a measure, or what it is not `unless`."""

    name: str
    measure: int = -1
    library_only: bool = False


@dataclass(frozen=True, slots=True)
class Facet:
    """Patterns that cannot do without the same words; they are one query, compiled where such a word stands."""

    need: Need
    text: str
    purposes: tuple[Purpose, ...]

    def might_match(self, text: bytes) -> bool:
        """Whether a match is possible, as far as letters tell."""
        return not self.need.words or any(word in text for word in self.need.words)


@dataclass(frozen=True, slots=True)
class Lens:
    """A view of a language: what is found by its words, what has to be looked for in all of a tree, and the symbols."""

    language: Language
    measures: tuple[Measure, ...]
    by_word: Mapping[bytes, tuple[Facet, ...]]
    wide: tuple[Facet, ...]
    symbols: Facet
    row_texts: frozenset[str]

    def might_find(self, source: bytes) -> bool:
        """Whether a site may be in a source, as far as its letters tell."""
        sites = (facet.need.words for facet in self.wide if any(each.name == "site" for each in facet.purposes))
        return any(occurs(word, source) for word in self.by_word) or any(
            not words or any(occurs(word, source) for word in words) for words in sites
        )


def compile_lens(language: Language, measures: tuple[Measure, ...]) -> Lens:
    """Order the queries of the measures by what they need; the rulebook has checked each of them before."""
    groups: dict[tuple[str, Need], list[tuple[str, Purpose]]] = {}
    for name, index, query in _queries(measures):
        for need, text, pattern in _patterns(language, query):
            purpose = Purpose(name, index, _is_for_libraries(pattern))
            key = ("" if need.depths else name, need)
            groups.setdefault(key, []).append((text, purpose))
    facets = [_facet(need, found) for (_, need), found in groups.items()]
    by_word: dict[bytes, tuple[Facet, ...]] = {}
    for facet in facets:
        for word in sorted(facet.need.words) if facet.need.depths else ():
            by_word[word] = (*by_word.get(word, ()), facet)
    wide = tuple(facet for facet in facets if not facet.need.depths)
    texts = frozenset[str]().union(*(row_texts(query) for _, _, query in _queries(measures)))
    return Lens(language, measures, by_word, wide, _symbols(language), texts)


def _queries(measures: Iterable[Measure]) -> Iterator[tuple[str, int, str]]:
    for index, measure in enumerate(measures):
        yield "site", index, measure.query
        yield "unless", index, measure.unless


def _patterns(language: Language, query: str) -> Iterator[tuple[Need, str, Pattern]]:
    """Each pattern of a query with what it needs; a kind that stands for others is any kind."""
    token_nodes = scope_reader(language).token_nodes()
    texts = [with_rows(part.text, token_nodes) for part in parts(query)]
    found = list(patterns(list(tokens(query))))
    for need, text, pattern in zip(needs(query), texts, found, strict=True):
        yield Need(need.words, need.depths, _kinds(language, need.roots)), text, pattern


def _kinds(language: Language, names: frozenset[str]) -> frozenset[str]:
    return frozenset({"_"}) if any(name == "_" or _stands_for_others(language, name) for name in names) else names


@cache
def _stands_for_others(language: Language, name: str) -> bool:
    tongue = grammar(language)
    number = tongue.id_for_node_kind(name, True)
    return number is not None and not tongue.node_kind_is_visible(number)


def _is_for_libraries(pattern: Pattern) -> bool:
    return any(predicate.name.text == "#set!" for predicate in pattern.predicates)


def _facet(need: Need, found: Iterable[tuple[str, Purpose]]) -> Facet:
    pairs = tuple(found)
    return Facet(need, "\n".join(text for text, _ in pairs), tuple(purpose for _, purpose in pairs))


def _symbols(language: Language) -> Facet:
    """The patterns of symbols as they stand, and the kinds of nodes that they begin with."""
    kinds = _kinds(language, roots(language.symbols))
    return Facet(Need(roots=kinds), language.symbols, (Purpose("symbol"),) * len(parts(language.symbols)))


@cache
def query_of(language: Language, text: str) -> Query:
    """A compiled query: that takes longer than to parse most files, so it is done where it is needed, and once."""
    from tree_sitter import Query, QueryError

    try:
        return Query(grammar(language), text)
    except (QueryError, ValueError) as error:
        raise RatchetError(
            f"the queries of {language.name} do not fit its grammar: {error}",
            hint=f"look at `symbols` and `comments` in rules/{language.name}/language.yaml",
        ) from error
