"""Make a lens of the queries of rules: take each query in steps where that is exact, compile it where it is not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property

from ratchet.model.language import Language
from ratchet.model.value import frozen
from ratchet.syntax.facet import Facet, Purpose
from ratchet.syntax.grammars import grammar
from ratchet.syntax.lens import Lens, Sought
from ratchet.syntax.query_needs import NOTHING_KNOWN, need_of, roots
from ratchet.syntax.query_shape import Part, asked, parts
from ratchet.syntax.query_steps import TooHard, steps_of
from ratchet.syntax.steps import Need, Steps
from ratchet.syntax.wanted import Measure

__all__ = ["Written", "compile_lens"]

_ROWS = "#adjacent?"


@frozen(eq=False)
class Written:
    """Patterns as they stand in a query."""

    language: Language
    patterns: tuple[Part, ...]

    @property
    def text(self) -> str:
        """All of them as tree-sitter reads them."""
        return "\n".join(pattern.text for pattern in self.patterns)

    @cached_property
    def steps(self) -> tuple[Steps, ...] | None:
        """Each of them as steps; None where only tree-sitter can evaluate them."""
        try:
            return steps_of(self.patterns, grammar(self.language))
        except TooHard:
            return None


def compile_lens(language: Language, measures: tuple[Measure, ...]) -> Lens:
    """Make ready the queries of the measures; the rulebook has checked each of them before."""
    symbols, comments = _plain(language, language.symbols), _plain(language, language.comments)
    sites, excuses = (_sought(language, measures, of_sites) for of_sites in (True, False))
    return Lens(language, measures, sites, excuses, symbols, comments)


def _sought(language: Language, measures: tuple[Measure, ...], of_sites: bool) -> Sought:
    """The queries that find sites, or all others."""
    stepped: dict[tuple[Need, bool], list[tuple[Part, Purpose]]] = {}
    compiled: list[Facet] = []
    queries = [(index, *pair) for index, measure in enumerate(measures) for pair in measure.queries]
    for index, name, query in queries:
        pairs = [(part, Purpose(name, index, _library_only(part))) for part in parts(query)]
        if not pairs or (name == "site") != of_sites:
            continue
        needs = [need_of(part) for part, _ in pairs]
        if _has_steps(language, pairs, needs):
            for pair, need in zip(pairs, needs, strict=True):
                stepped.setdefault((need, _has_rows(pair[0])), []).append(pair)
        else:
            compiled.append(_facet(language, _all_of(needs), pairs, any(_has_rows(part) for part, _ in pairs)))
    words: dict[bytes, tuple[Facet, ...]] = {}
    for (need, rows), pairs in stepped.items():
        facet = _facet(language, need, pairs, rows)
        for word in sorted(need.words):
            words[word] = (*words.get(word, ()), facet)
    return Sought(words, tuple(compiled))


def _has_steps(language: Language, pairs: Sequence[tuple[Part, Purpose]], needs: Sequence[Need]) -> bool:
    """Whether each pattern of a query can be taken in steps from a word."""
    known = all(need.words and need.roots and not _any_kind(language, need.roots) for need in needs)
    return known and Written(language, tuple(part for part, _ in pairs)).steps is not None


def _all_of(needs: Sequence[Need]) -> Need:
    """The words of which every match of one of several patterns holds one; nothing where that is unknown of one."""
    words = [need.words for need in needs]
    return Need(frozenset[bytes]().union(*words)) if all(words) else NOTHING_KNOWN


def _facet(language: Language, need: Need, pairs: Sequence[tuple[Part, Purpose]], rows: bool) -> Facet:
    patterns = tuple(part for part, _ in pairs)
    return Facet(language, need, Written(language, patterns), tuple(purpose for _, purpose in pairs), rows)


def _library_only(pattern: Part) -> bool:
    return any(name == "#set!" for name, *_ in asked(pattern))


def _has_rows(pattern: Part) -> bool:
    return any(name == _ROWS for name, *_ in asked(pattern))


def _plain(language: Language, query: str) -> Facet:
    """The patterns of a query as they stand, and the kinds of nodes that they begin with."""
    kinds = roots(query)
    known = frozenset({"_"}) if _any_kind(language, kinds) else kinds
    return Facet(language, Need(roots=known), Written(language, tuple(parts(query))))


def _any_kind(language: Language, names: frozenset[str]) -> bool:
    """Whether one of the kinds stands for others."""
    return any(name == "_" or _stands_for_others(language, name) for name in names)


@cache
def _stands_for_others(language: Language, name: str) -> bool:
    tongue = grammar(language)
    number = tongue.id_for_node_kind(name, True)
    return number is not None and not tongue.node_kind_is_visible(number)
