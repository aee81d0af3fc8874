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
    reaches = [(root.start_byte, root.end_byte)]
    down, up = cursor.goto_first_child_for_byte, cursor.goto_parent
    for start, end in places:
        first, last = reaches[-1]
        while (first > start or last < end) and len(trail) > 1:
            up()
            trail.pop()
            reaches.pop()
            first, last = reaches[-1]
        if first > start or last < end:
            yield []
            continue
        while down(start) is not None:
            node = cursor.node
            if node is None or (first := node.start_byte) > start or (last := node.end_byte) < end:
                up()
                break
            trail.append(node)
            reaches.append((first, last))
        yield trail
