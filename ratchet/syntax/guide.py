"""From a word up to where a match would begin: the kinds of the nodes around it tell which patterns are worth a try."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ratchet.model.value import frozen
from ratchet.syntax.steps import Chain, Steps, chains

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ratchet.syntax.facet import Facet

__all__ = ["EVERY", "Guide", "Way"]

EVERY = -1
"""In the place of a number: all patterns of a facet, which only tree-sitter can take."""


@frozen
class Way:
    """A pattern of a facet that may match, and how many steps above the word a match begins."""

    above: int
    facet: Facet
    number: int


class Guide:
    """The patterns that need one word. Which of them fit the kinds of nodes around it is found out once."""

    __slots__ = ("_known", "facets", "height")

    def __init__(self, facets: Sequence[Facet]) -> None:
        self.facets = tuple(facets)
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
                if facet.steps is not None:
                    numbers = [number for number, steps in enumerate(facet.steps) if _fits(steps, inside)]
                else:
                    numbers = [EVERY] if inside else []
                yield from (Way(above, facet, number) for number in numbers)


def _fits(steps: Steps, around: Sequence[Chain]) -> bool:
    """Whether a pattern has the kinds of one of some chains."""
    return any(
        all(wanted < 0 or wanted == kind for wanted, kind in zip(chain, kinds, strict=True))
        for kinds in around
        for chain in chains(steps, len(kinds) - 1)
    )
