"""Find the matches of patterns in one tree: with steps taken in Python, or with a compiled query."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.syntax.facet import Facet
from ratchet.syntax.query_conditions import holds
from ratchet.syntax.scoping import Captures
from ratchet.syntax.stepping import Stepper

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from tree_sitter import Node, QueryCursor

__all__ = ["Seeker"]


class Seeker:
    """Matches the patterns of one facet after the other in one tree."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._stepper = Stepper(text)
        self._cursors: dict[Facet, QueryCursor] = {}

    def at(self, facet: Facet, node: Node) -> Iterator[tuple[int, Captures]]:
        """The matches that begin with a node, each with the number of its pattern."""
        if facet.steps is not None:
            for number, steps in facet.by_root.get(node.kind_id, ()):
                for nodes in self._stepper.matches(steps, node):
                    yield number, nodes
            return
        if facet not in self._cursors:
            self._cursors[facet] = self._cursor(facet)
            self._cursors[facet].set_max_start_depth(0)
        yield from self._cursors[facet].matches(node, self._holds)

    def below(self, facet: Facet, root: Node) -> Iterator[tuple[int, Captures]]:
        """All matches in a tree, as tree-sitter finds them."""
        yield from self._cursor(facet).matches(root, self._holds)

    def _cursor(self, facet: Facet) -> QueryCursor:
        from ratchet.syntax.binding import QueryCursor

        return QueryCursor(facet.query)

    def _holds(
        self,
        predicate: str,
        args: list[tuple[str, Literal["capture", "string"]]],
        pattern_index: int,
        captures: dict[str, list[Node]],
    ) -> bool:
        return holds(predicate, (text for text, kind in args if kind == "capture"), captures, self._text)
