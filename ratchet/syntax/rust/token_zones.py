"""Rust that the grammar cannot read, as the tokens of a macro call, which may be anything."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from ratchet.syntax.rust.lexing import balanced
from ratchet.syntax.rust.owners import first_attribute
from ratchet.syntax.scoping import Stretch, Tokens, Zone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["tokens", "zones"]

# Two pairs of brackets: an inner attribute of the file then belongs to the inner one.
# They close on a line of their own: the last one of the text may be a comment.
_CALL, _END = b"m!{{", b"\n}}"


def zones(errors: Sequence[Node]) -> tuple[Zone, ...]:
    """The items of the file in which the errors are."""
    root = errors[0]
    while root.parent is not None:
        root = root.parent
    items = root.children
    starts = [item.start_byte for item in items]
    found: dict[int, Node] = {}
    for error in errors:
        last = bisect_right(starts, error.start_byte) - 1
        # What is missing between two items has no length: it may be of either.
        near = items[max(0, last - (error.start_byte == error.end_byte)) : last + 1]
        around = [item for item in near if item.end_byte >= error.end_byte] if error.id != root.id else []
        found.update((item.id, item) for item in around or [root])
    return tuple(sorted({_zone(item) for item in found.values()}))


def tokens(text: bytes, stretch: Stretch) -> Tokens:
    """A stretch of the text in one macro call, brackets mended, behind as many lines as were before it."""
    before = b"\n" * text.count(b"\n", 0, stretch[0]) + _CALL
    return Tokens(before + balanced(text[slice(*stretch)]) + _END, len(before) - stretch[0])


def _zone(node: Node) -> Zone:
    """An item of the file around an error, with its attributes: how far inner ones reach is a guess of the parser.

    Where the parser lost the way it may begin the next item too late or too early, so the neighbours are read as well,
    with the attributes that say what they are.
    """
    first, end = first_attribute(node), max(node.end_byte, node.start_byte + 1)
    before, after = _code(first, "prev_named_sibling"), _code(node, "next_named_sibling")
    return Zone(first.start_byte, end, (first_attribute(before).start_byte, max(end, after.end_byte)))


def _code(node: Node, way: str) -> Node:
    """The next node one way that is no comment, or the node itself where there is none."""
    neighbour: Node | None = getattr(node, way)
    while neighbour is not None and neighbour.type.endswith("comment"):
        neighbour = getattr(neighbour, way)
    return neighbour or node
