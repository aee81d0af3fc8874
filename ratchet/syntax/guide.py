"""From a word up to where a match would begin: the kinds of the nodes around it tell which patterns are worth a try."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ratchet.model.value import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ratchet.syntax.facet import Facet
    from ratchet.syntax.steps import Chain

__all__ = ["EVERY", "Guide", "Way"]

EVERY = -1
"""In the place of a number: all patterns of a facet, which only tree-sitter can take."""

_ANY = -1
_Entry = tuple[int, int, "Chain"]


@frozen
class Way:
    """A pattern of a facet that may match, and how many steps above the word a match begins.

    It may be a `row`, so that only what is next to the node with the word can be of the match.
    """

    above: int
    facet: Facet
    number: int
    row: bool = False


class Guide:
    """The patterns that need one word. Which of them fit the kinds of nodes around it is found out once.

    In `prose` the word may stand in a comment or in a text.
    """

    __slots__ = ("_known", "_table", "facets", "height", "prose")

    def __init__(self, facets: Sequence[Facet]) -> None:
        self.facets = tuple(facets)
        self.prose = any(facet.need.prose for facet in facets)
        self.height = max(depth for facet in facets for depth in facet.need.depths)
        self._known: dict[tuple[Chain, int], tuple[Way, ...]] = {}
        self._table: dict[tuple[int, int], list[_Entry]] = {}

    def ways(self, around: Chain, alike: int) -> tuple[Way, ...]:
        """What may match, given the kinds of nodes from the word up, the first of which are all `alike` the word."""
        key = around, alike
        if key not in self._known:
            if not self._table:
                self._fill()
            self._known[key] = tuple(self._fitting(around, alike))
        return self._known[key]

    def _fill(self) -> None:
        """Note every chain by its length and by the kind of node that a match begins with."""
        for place, facet in enumerate(self.facets):
            for depth in facet.need.depths:
                chains = facet.chains(depth)
                for number, chain in ((EVERY, (_ANY,)),) if chains is None else chains:
                    self._table.setdefault((depth, max(chain[-1], _ANY)), []).append((place, number, chain[:-1]))

    def _fitting(self, around: Chain, alike: int) -> Iterator[Way]:
        for above, root in enumerate(around):
            found: set[tuple[int, int]] = set()
            for same in range(min(alike, above + 1)):
                inner = around[same:above]
                for entry in (root, _ANY):
                    for place, number, chain in self._table.get((above - same, entry), ()):
                        if _fits(chain, inner):
                            found.add((place, number))
            for place, number in sorted(found):
                facet = self.facets[place]
                yield Way(above, facet, number, above > 0 and number != EVERY and facet.is_row(number))


def _fits(chain: Chain, kinds: Chain) -> bool:
    """Whether nodes are of the kinds that a pattern has; what only tree-sitter can take says nothing of them."""
    return all(wanted < 0 or wanted == kind for wanted, kind in zip(chain, kinds, strict=False))
