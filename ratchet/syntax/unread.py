"""What of a file was not read: nodes that did not parse, and what nobody looked at because of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ratchet.model.facts import Region
from ratchet.syntax.scoping import ScopeReader, Stretch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["covered", "errors_of", "first_line", "unread"]


def errors_of(root: Node) -> Iterator[Node]:
    """The nodes that are no part of the language, or that are missing; only ways that lead to one are gone."""
    waiting = [root] if root.has_error else []
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            yield node
        waiting += [child for child in node.children if child.has_error or child.is_missing]


def unread(reader: ScopeReader, text: bytes, errors: Sequence[Node], regions: Sequence[Region]) -> list[Stretch]:
    """What did not parse, and inert macros that are cut short so; all of a text with a comment that does not end.

    What is behind such a comment may have been any part of the file: how large it is says nothing.
    """
    found = [(node.start_byte, node.end_byte) for node in errors]
    if found and reader.open_end(text) < len(text):
        return [(0, len(text))]
    inert = ((each.start, each.end) for each in regions if each.scope is None)
    return found + [each for each in inert if any(each[0] <= start <= each[1] for start, _ in found)]


def first_line(reader: ScopeReader, text: bytes, errors: Sequence[Node]) -> int:
    """The line of the first error, or where a comment or a text begins that does not end; 0 without any."""
    if not errors:
        return 0
    end = reader.open_end(text)
    return text.count(b"\n", 0, end) + 1 if end < len(text) else min(node.start_point[0] + 1 for node in errors)


def covered(stretches: Sequence[Stretch]) -> int:
    """How many bytes the stretches cover, nested ones counted once, empty ones as one byte."""
    total, covered = 0, -1
    for start, end in sorted(stretches, key=lambda each: (each[0], -each[1])):
        if start >= covered:
            total += max(1, end - start)
            covered = end
    return total
