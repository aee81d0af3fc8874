"""Walk from the root of a tree to the nodes around some places, each node on the way once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["trails"]


def trails(root: Node, places: Iterable[tuple[int, int]]) -> Iterator[list[Node]]:
    """For each place, a stretch of bytes, the nodes around it from the root to the smallest one.

    The places come in the order of their starts; what is given is the same list each time. To ask a node for its parent
    takes a walk from the root, so that a chain of 8,000 calls would cost 8,000 times its length.
    """
    cursor, trail = root.walk(), [root]
    for start, end in places:
        while len(trail) > 1 and not _holds(trail[-1], start, end):
            cursor.goto_parent()
            trail.pop()
        if _holds(root, start, end):
            while cursor.goto_first_child_for_byte(start) is not None:
                node = cursor.node
                if node is None or not _holds(node, start, end):
                    cursor.goto_parent()
                    break
                trail.append(node)
            yield trail
        else:
            yield []


def _holds(node: Node, start: int, end: int) -> bool:
    return node.start_byte <= start and end <= node.end_byte
