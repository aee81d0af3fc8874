"""Queries of rules → a lens: each pattern ordered by what it needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from functools import cache, cached_property

from ratchet.model.language import Language
from ratchet.model.value import frozen, replace
from ratchet.syntax.facet import Facet, Purpose
from ratchet.syntax.grammars import grammar
from ratchet.syntax.guide import Guide
from ratchet.syntax.lens import Lens
from ratchet.syntax.query_bodies import looks_into, outside
from ratchet.syntax.query_needs import roots, wants
from ratchet.syntax.query_rows import mark_rows
from ratchet.syntax.query_shape import asked, parts
from ratchet.syntax.query_steps import Shape, TooHard, steps_of
from ratchet.syntax.scoping import scope_reader
from ratchet.syntax.steps import Chains, Need, Steps, chains
from ratchet.syntax.wanted import Measure

__all__ = ["Written", "compile_lens"]

# The kinds of nodes that hold a whole file, and what stands for any kind.
_WHOLE = frozenset({"_", "module", "program", "source_file"})


@frozen(eq=False)
class Written:
    """Patterns as they stand in a query."""

    language: Language
    shapes: tuple[Shape, ...]

    @property
    def text(self) -> str:
        """All of them as tree-sitter reads them."""
        return "\n".join(shape.text for shape in self.shapes)

    @cached_property
    def steps(self) -> tuple[Steps, ...] | None:
        """Each of them as steps; None where only tree-sitter can take them."""
        try:
            return steps_of(self.shapes, grammar(self.language))
        except TooHard:
            return None

    def chains(self, depth: int) -> Chains | None:
        """The kinds of nodes that a match may have from so many steps below its root up to it; None as above."""
        return None if self.steps is None else chains(self.steps, depth)


def compile_lens(language: Language, measures: tuple[Measure, ...]) -> Lens:
    """Order the queries of the measures by what they need; the rulebook has checked each of them before."""
    patterns = list(_patterns(language, measures))
    sole = {word for pattern in patterns if len(pattern.wants) == 1 for word in pattern.wants[0].words}
    groups: dict[tuple[str, Need], list[_Pattern]] = {}
    for each in patterns:
        needed = each.need(sole)
        needed = replace(needed, roots=_kinds(language, needed.roots))
        groups.setdefault(("" if needed.depths else each.purpose.name, needed), []).append(each)
    facets = [_facet(language, needed, found) for (_, needed), found in groups.items()]
    words: dict[bytes, list[Facet]] = {}
    for facet in facets:
        for word in sorted(facet.need.words) if facet.need.depths else ():
            words.setdefault(word, []).append(facet)
    by_word = {word: Guide(found) for word, found in words.items()}
    wide = tuple(facet for facet in facets if not facet.need.depths)
    symbols, comments = _plain(language, language.symbols), _plain(language, language.comments)
    texts = frozenset(text for each in patterns for text in each.texts)
    by_items = all(each.need.words and each.need.roots and each.need.roots.isdisjoint(_WHOLE) for each in facets)
    reader = scope_reader(language)
    looking = (each for each in patterns if looks_into(each.shape.part, reader.bodies(), reader.leaves()))
    deep = [(each, each.need(sole)) for each in looking]
    by_bodies = by_items and all(_is_outside_bodies(each, needed, language) for each, needed in deep)
    deep_words = frozenset(word for _, needed in deep for word in needed.words)
    return Lens(language, measures, by_word, wide, symbols, comments, texts, by_items, by_bodies, deep_words)


@frozen(eq=False)
class _Pattern:
    """A pattern: what it cannot do without, what it is for, and the texts in its rows."""

    wants: list[Need]
    shape: Shape
    purpose: Purpose
    texts: set[str]

    def need(self, sole: Set[bytes]) -> Need:
        """Rather words that others cannot do without than words of its own: each word costs a search."""
        return next((each for each in self.wants if each.depths and each.words <= sole), self.wants[0])


def _patterns(language: Language, measures: Iterable[Measure]) -> Iterator[_Pattern]:
    token_nodes = scope_reader(language).token_nodes()
    for index, measure in enumerate(measures):
        for name, query in measure.queries:
            for part in parts(query):
                wanted, library_only = wants(part), any(each == "#set!" for each, *_ in asked(part))
                rows, texts = mark_rows(part, 0, token_nodes)
                shape = Shape(part, tuple(map(tuple, rows)))
                yield _Pattern(wanted, shape, Purpose(name, index, library_only), texts)


def _is_outside_bodies(pattern: _Pattern, needed: Need, language: Language) -> bool:
    """Whether the word that tells of a match is a node in no body of it: then both are in the same statement."""
    bare = outside(pattern.shape.part, scope_reader(language).bodies())
    return bool(needed.depths) and needed in wants(bare)


def _kinds(language: Language, names: frozenset[str]) -> frozenset[str]:
    """The kinds of nodes, or any where one of them stands for others."""
    return frozenset({"_"}) if any(name == "_" or _stands_for_others(language, name) for name in names) else names


@cache
def _stands_for_others(language: Language, name: str) -> bool:
    tongue = grammar(language)
    number = tongue.id_for_node_kind(name, True)
    return number is not None and not tongue.node_kind_is_visible(number)


def _facet(language: Language, needed: Need, found: Iterable[_Pattern]) -> Facet:
    pairs = tuple((each.shape, each.purpose) for each in found)
    return Facet(
        language, needed, Written(language, tuple(shape for shape, _ in pairs)), tuple(purpose for _, purpose in pairs)
    )


def _plain(language: Language, query: str) -> Facet:
    """The patterns of a query as they stand, and the kinds of nodes that they begin with."""
    shapes = tuple(Shape(part) for part in parts(query))
    return Facet(language, Need(roots=_kinds(language, roots(query))), Written(language, shapes))
