"""What the predicates of a pattern ask: of the text of each node that has some name, or of all captures together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from ratchet.syntax.query_shape import Asked, unquoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Condition", "Test", "conditions", "holds", "tests"]

Test = Callable[[bytes], bool]
"""Of the text of one node."""

Condition = tuple[str, tuple[str, ...]]
"""A predicate of ours and the captures it is about."""

_SAYS_NOTHING = ("#set!",)


def tests(predicates: Iterable[Asked]) -> dict[str, tuple[Test, ...]]:
    """For each capture what has to be true of the text of every node that has it."""
    found: dict[str, tuple[Test, ...]] = {}
    for name, capture, *words in predicates:
        if test := _test(name, words):
            found[capture] = (*found.get(capture, ()), test)
    return found


def conditions(predicates: Iterable[Asked]) -> tuple[Condition, ...] | None:
    """What has to be true of all that was captured; None where somebody else has to tell."""
    found = []
    for name, *words in predicates:
        if name[1:] in _PREDICATES:
            found.append((name[1:], tuple(each[1:] for each in words)))
        elif name not in _SAYS_NOTHING and not _test(name, words[1:]):
            return None
    return tuple(found)


def holds(predicate: str, captures: Iterable[str], nodes: Mapping[str, Sequence[Node]], source: bytes) -> bool:
    """Whether a predicate of ours is true of what was captured."""
    return _PREDICATES[predicate]([node for name in captures for node in nodes.get(name, ())], source)


def _test(name: str, words: Sequence[str]) -> Test | None:
    if not words or any(word.startswith("@") for word in words):
        return None
    texts = [unquoted(word) for word in words]
    wanted = frozenset(map(str.encode, texts))
    if name in ("#eq?", "#any-of?"):
        return wanted.__contains__
    if name == "#not-eq?":
        return lambda text: text not in wanted
    if name in ("#match?", "#not-match?"):
        # The binding hands over a text up to its first NUL.
        wants = name == "#match?"
        return lambda text: (re.search(texts[0], text.partition(b"\0")[0].decode("utf-8", "replace")) is None) != wants
    return None


def _adjacent(nodes: Sequence[Node], source: bytes) -> bool:
    return all(not source[first.end_byte : second.start_byte].strip() for first, second in pairwise(nodes))


def _empty(nodes: Sequence[Node], source: bytes) -> bool:
    """Whether nothing is between the brackets; an argument with an attribute may be left out, and so be nothing."""
    return _attributed(nodes, source) or not _not_empty(nodes, source)


def _not_empty(nodes: Sequence[Node], _source: bytes) -> bool:
    return any(not child.type.endswith("comment") for node in nodes for child in node.named_children)


def _attributed(nodes: Sequence[Node], source: bytes) -> bool:
    """Whether an attribute is on an argument in round brackets; a block has statements, not arguments."""
    rounds = (node for node in nodes if source[node.start_byte] == ord("("))
    return any(_is_attribute(child, source) for node in rounds for child in node.children)


def _is_attribute(node: Node, source: bytes) -> bool:
    """Whether an attribute of Rust begins here; among tokens it is a `#` before brackets."""
    following = node.next_sibling if node.type == "#" else None
    while following is not None and following.type.endswith("comment"):
        following = following.next_sibling
    return node.type == "attribute_item" or (following is not None and source[following.start_byte] == ord("["))


def _unattributed(nodes: Sequence[Node], source: bytes) -> bool:
    return not _attributed(nodes, source)


_PREDICATES = {
    "adjacent?": _adjacent,
    "empty?": _empty,
    "not-empty?": _not_empty,
    "unattributed?": _unattributed,
}
