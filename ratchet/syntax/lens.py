"""What rules want to see in the files of one language: their patterns, by the words that matches need."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.model.language import Language
from ratchet.model.value import frozen
from ratchet.syntax.facet import Facet
from ratchet.syntax.wanted import Measure

__all__ = ["Lens", "Sought"]


@frozen
class Sought:
    """Queries to look for together.

    A query is in `by_word` if each of its patterns can be taken in steps from a word that all its matches hold. Any
    other query is `compiled` as a whole and run over the whole tree.
    """

    by_word: Mapping[bytes, tuple[Facet, ...]]
    compiled: tuple[Facet, ...]

    def might_match(self, source: bytes) -> bool:
        """Whether a source holds a word that every match of some pattern needs."""
        return any(word in source for word in self.by_word) or any(each.might_match(source) for each in self.compiled)


@frozen
class Lens:
    """The queries of rules for one language: those that find `sites`, and those that say which of them do not count."""

    language: Language
    measures: tuple[Measure, ...]
    sites: Sought
    excuses: Sought
    symbols: Facet
    comments: Facet

    def might_find(self, source: bytes) -> bool:
        """Whether a site may be in a source."""
        return self.sites.might_match(source)
