"""The ways in which a word may stand, as values: what such a form fixes, and what is found in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ratchet.model.value import field, frozen
from ratchet.syntax.found import Found

__all__ = ["CLOSED", "NO_PLACE", "OPEN", "TEXT", "Form", "Shape", "Telling", "Tellings"]

NO_PLACE = -1
"""In the place of a number: there is none."""


@frozen
class Shape:
    """What a form fixes of a node: some children by their fields and kinds, others that are alone of their kind.

    Of a `closed` one it fixes all, to the letter, but for what is in the `text` that it may hold, in quotes.
    """

    fields: Mapping[str, tuple[str, Shape]] = field(default_factory=dict)
    kinds: Mapping[str, Shape] = field(default_factory=dict)
    closed: bool = False
    text: bool = False


OPEN, CLOSED, TEXT = Shape(), Shape(closed=True), Shape(closed=True, text=True)


@frozen(eq=False)
class Form:
    """A way in which a word may stand: a text of that form, and what is the same in all others.

    In the text `before` and `behind` are around the word. `shapes` are those of the nodes around it, from the inside
    out, as far as they are known, of which some may be `alike`, just as long as the word; next around them is none of
    the kinds `never`. `places` are what letters find anew,
    each by an offset in the text: from the beginning of the word on where that is not positive, else from its end, with
    one more.
    """

    before: bytes
    behind: bytes
    shapes: tuple[Shape, ...]
    places: tuple[int, ...]
    never: frozenset[str] = frozenset()
    alike: int = 1

    def offsets(self, word: bytes) -> list[int]:
        """Where the places are in the text."""
        start = len(self.before)
        return [start + place + (len(word) - 1 if place > 0 else 0) for place in self.places]


@frozen
class Telling:
    """What is found where a word stands in a form: each end is the number of a place; there may be no context."""

    measure: int
    start: int
    end: int
    context_start: int
    context_end: int
    library_only: bool

    def found(self, places: Sequence[int]) -> Found:
        """The find, given where the places are."""
        begin = NO_PLACE if self.context_start == NO_PLACE else places[self.context_start]
        until = places[self.context_end]
        return Found(places[self.start], places[self.end], self.measure, begin, until, self.library_only)


Tellings = Callable[[bytes, Form], tuple[Telling, ...] | None]
"""What is found where a word stands in a form, None where that depends on more."""
