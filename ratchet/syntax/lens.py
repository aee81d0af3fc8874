"""What rules want to see in the files of one language, ordered by the words that each pattern cannot do without."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property

from ratchet.model.errors import RatchetError
from ratchet.model.language import Language
from ratchet.model.value import frozen
from ratchet.syntax.grammars import grammar
from ratchet.syntax.query_needs import Need, need, roots
from ratchet.syntax.query_rows import mark_rows
from ratchet.syntax.query_shape import asked, parts
from ratchet.syntax.query_steps import Shape, Steps, TooHard, steps_of
from ratchet.syntax.scoping import scope_reader
from ratchet.syntax.wanted import Measure
from ratchet.syntax.words import occurs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Query

__all__ = ["Facet", "Lens", "Purpose", "compile_lens"]


@frozen
class Purpose:
    """Why a pattern is in a query: to find a `site` of a measure, or what it is not `unless`."""

    name: str
    measure: int = -1
    library_only: bool = False


class Facet:
    """Patterns of a language that cannot do without the same words."""

    def __init__(
        self, language: Language, need: Need, shapes: tuple[Shape, ...], purposes: tuple[Purpose, ...] = ()
    ) -> None:
        self.language = language
        self.need = need
        self.shapes = shapes
        self.purposes = purposes

    @cached_property
    def steps(self) -> tuple[Steps, ...] | None:
        """The patterns as steps, made where one of the words stands; None where only tree-sitter can take them."""
        try:
            return steps_of(self.shapes, grammar(self.language))
        except TooHard:
            return None

    @cached_property
    def query(self) -> Query:
        """The patterns as one compiled query: to make it takes longer than to parse most files."""
        return _compiled(self.language, "\n".join(shape.text for shape in self.shapes))

    def might_match(self, text: bytes) -> bool:
        """Whether a match is possible, as far as letters tell."""
        return not self.need.words or any(word in text for word in self.need.words)


@frozen
class Lens:
    """A view of a language: what is found by its words, what has to be looked for in all of a tree, and the symbols.

    What is found by a word is ordered by the kind of node that a match begins with; `_` stands for any.
    """

    language: Language
    measures: tuple[Measure, ...]
    by_word: Mapping[bytes, Mapping[str, list[Facet]]]
    wide: tuple[Facet, ...]
    symbols: Facet
    comments: Facet
    row_texts: frozenset[str]

    def might_find(self, source: bytes) -> bool:
        """Whether a site may be in a source, as far as its letters tell."""
        sites = (facet.need.words for facet in self.wide if any(each.name == "site" for each in facet.purposes))
        return any(occurs(word, source) for word in self.by_word) or any(
            not words or any(occurs(word, source) for word in words) for words in sites
        )


def compile_lens(language: Language, measures: tuple[Measure, ...]) -> Lens:
    """Order the queries of the measures by what they need; the rulebook has checked each of them before."""
    groups: dict[tuple[str, Need], list[tuple[Shape, Purpose]]] = {}
    texts: set[str] = set()
    for name, index, query in _queries(measures):
        for needed, shape, library_only, among in _patterns(language, query):
            key = ("" if needed.depths else name, needed)
            groups.setdefault(key, []).append((shape, Purpose(name, index, library_only)))
            texts |= among
    facets = [_facet(language, needed, found) for (_, needed), found in groups.items()]
    by_word: dict[bytes, dict[str, list[Facet]]] = {}
    for facet in facets:
        for word in sorted(facet.need.words) if facet.need.depths else ():
            for kind in sorted(facet.need.roots):
                by_word.setdefault(word, {}).setdefault(kind, []).append(facet)
    wide = tuple(facet for facet in facets if not facet.need.depths)
    symbols, comments = _plain(language, language.symbols), _plain(language, language.comments)
    return Lens(language, measures, by_word, wide, symbols, comments, frozenset(texts))


def _queries(measures: Iterable[Measure]) -> Iterator[tuple[str, int, str]]:
    for index, measure in enumerate(measures):
        yield "site", index, measure.query
        yield "unless", index, measure.unless


def _patterns(language: Language, query: str) -> Iterator[tuple[Need, Shape, bool, set[str]]]:
    """Each pattern of a query: what it needs, its shape, if it is for libraries only, and the texts in its rows."""
    token_nodes = scope_reader(language).token_nodes()
    for part in parts(query):
        needed, library_only = need(part), any(name == "#set!" for name, *_ in asked(part))
        rows, texts = mark_rows(part, 0, token_nodes)
        kinds = _kinds(language, needed.roots)
        yield Need(needed.words, needed.depths, kinds), Shape(part, tuple(map(tuple, rows))), library_only, texts


def _kinds(language: Language, names: frozenset[str]) -> frozenset[str]:
    """The kinds of nodes, or any where one of them stands for others."""
    return frozenset({"_"}) if any(name == "_" or _stands_for_others(language, name) for name in names) else names


@cache
def _stands_for_others(language: Language, name: str) -> bool:
    tongue = grammar(language)
    number = tongue.id_for_node_kind(name, True)
    return number is not None and not tongue.node_kind_is_visible(number)


def _facet(language: Language, needed: Need, found: Iterable[tuple[Shape, Purpose]]) -> Facet:
    pairs = tuple(found)
    return Facet(language, needed, tuple(shape for shape, _ in pairs), tuple(purpose for _, purpose in pairs))


def _plain(language: Language, query: str) -> Facet:
    """The patterns of a query as they stand, and the kinds of nodes that they begin with."""
    return Facet(language, Need(roots=_kinds(language, roots(query))), tuple(Shape(part) for part in parts(query)))


@cache
def _compiled(language: Language, text: str) -> Query:
    from ratchet.syntax.binding import Query, QueryError

    try:
        return Query(grammar(language), text)
    except (QueryError, ValueError) as error:
        raise RatchetError(
            f"the queries of {language.name} do not fit its grammar: {error}",
            hint=f"look at `symbols` and `comments` in rules/{language.name}/language.yaml",
        ) from error
