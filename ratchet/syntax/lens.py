"""What rules want to see in the files of one language, ordered by the words that each pattern cannot do without."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.model.language import Language
from ratchet.model.value import frozen
from ratchet.syntax.facet import Facet
from ratchet.syntax.guide import Guide
from ratchet.syntax.wanted import Measure
from ratchet.syntax.words import occurs

__all__ = ["Lens"]


@frozen
class Lens:
    """A view of a language: what is found by its words, what has to be looked for in all of a tree, and the symbols.

    `by_items` says that every match is in one item of a file, and told by a word: then other items need no parse.
    `by_bodies` says as much of the statements in bodies; at the words `deep` all of a statement may be asked for.
    """

    language: Language
    measures: tuple[Measure, ...]
    by_word: Mapping[bytes, Guide]
    wide: tuple[Facet, ...]
    symbols: Facet
    comments: Facet
    row_texts: frozenset[str]
    by_items: bool
    by_bodies: bool
    deep: frozenset[bytes]

    def might_find(self, source: bytes) -> bool:
        """Whether a site may be in a source, as far as its letters tell."""
        for word in self.by_word:
            if occurs(word, source):
                return True
        if not self.wide:
            return False
        sites = (facet.need.words for facet in self.wide if any(each.name == "site" for each in facet.purposes))
        return any(not words or any(occurs(word, source) for word in words) for words in sites)
