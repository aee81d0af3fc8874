"""What rules want to see in the files of one language: their patterns, by the words that matches need."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.model.language import Language
from ratchet.model.value import frozen
from ratchet.syntax.facet import Facet
from ratchet.syntax.wanted import Measure

__all__ = ["Lens"]


@frozen
class Lens:
    """The queries of rules for one language, ready to be matched.

    A query is in `by_word` if each of its patterns can be taken in steps from a word that all its matches hold. Any
    other query is `compiled` as a whole and run over the whole tree.
    """

    language: Language
    measures: tuple[Measure, ...]
    by_word: Mapping[bytes, tuple[Facet, ...]]
    compiled: tuple[Facet, ...]
    symbols: Facet
    comments: Facet

    def might_find(self, source: bytes) -> bool:
        """Whether a source holds a word that every match of some pattern needs."""
        if any(word in source for word in self.by_word):
            return True
        return any(facet.might_match(source) for facet in self.compiled)
