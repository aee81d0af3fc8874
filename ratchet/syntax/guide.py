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

    __slots__ = ("_known", "facets", "height", "prose")

    def __init__(self, facets: Sequence[Facet]) -> None:
        self.facets = tuple(facets)
        self.prose = any(facet.need.prose for facet in facets)
        self.height = max(depth for facet in facets for depth in facet.need.depths)
        self._known: dict[tuple[Chain, int], tuple[Way, ...]] = {}

    def ways(self, around: Chain, alike: int) -> tuple[Way, ...]:
        """What may match, given the kinds of nodes from the word up, the first of which are all `alike` the word."""
        key = around, alike
        if key not in self._known:
            self._known[key] = tuple(self._fitting(around, alike))
        return self._known[key]

    def _fitting(self, around: Chain, alike: int) -> Iterator[Way]:
        for above in range(len(around)):
            for facet in self.facets:
                inside = [around[same : above + 1] for same in range(alike) if above - same in facet.need.depths]
                told = [facet.chains(len(kinds) - 1) for kinds in inside]
                if None in told:
                    yield Way(above, facet, EVERY)
                    continue
                pairs = zip(told, inside, strict=True)
                numbers = {number for each, kinds in pairs for number, chain in each or () if _fits(chain, kinds)}
                yield from (Way(above, facet, number, above > 0 and facet.is_row(number)) for number in sorted(numbers))


def _fits(chain: Chain, kinds: Chain) -> bool:
    """Whether nodes are of the kinds that a pattern has."""
    return all(wanted < 0 or wanted == kind for wanted, kind in zip(chain, kinds, strict=True))
