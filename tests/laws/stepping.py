"""A pattern asked both ways, by steps and by tree-sitter; and patterns made from the nodes of a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Literal

from tree_sitter import Node, Query, QueryCursor

from ratchet.model.language import Language
from ratchet.syntax.grammars import grammar
from ratchet.syntax.query_conditions import holds
from ratchet.syntax.query_shape import Part
from ratchet.syntax.query_steps import steps_of
from ratchet.syntax.stepping import Stepper

__all__ = ["Seen", "by_steps", "by_tree_sitter", "made_from", "nodes_below"]

Seen = set[tuple[int, tuple[tuple[str, tuple[int, ...]], ...]]]
"""The number of a pattern, and of each capture the ids of its nodes."""

_NAMES = ("a", "b", "c")


def by_steps(language: Language, patterns: Sequence[Part], root: Node, text: bytes) -> Seen:
    """Every match, by steps from each node of the tree."""
    stepper, taken = Stepper(text), steps_of(patterns, grammar(language))
    return {
        (number, _ids(nodes))
        for node in nodes_below(root)
        for number, steps in enumerate(taken)
        for nodes in stepper.matches(steps, node)
    }


def by_tree_sitter(language: Language, patterns: Sequence[Part], root: Node, text: bytes) -> Seen:
    """Every match, as the compiled query finds them."""

    def asked(
        predicate: str,
        args: list[tuple[str, Literal["capture", "string"]]],
        pattern_index: int,
        captures: dict[str, list[Node]],
    ) -> bool:
        return holds(predicate, [word for word, kind in args if kind == "capture"], captures, text)

    query = _query(language, "\n".join(pattern.text for pattern in patterns))
    return {(number, _ids(nodes)) for number, nodes in QueryCursor(query).matches(root, asked)}


@cache
def _query(language: Language, text: str) -> Query:
    return Query(grammar(language), text)


def _ids(nodes: dict[str, list[Node]]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return tuple(sorted((name, tuple(node.id for node in each)) for name, each in nodes.items()))


def nodes_below(root: Node) -> Iterator[Node]:
    """All nodes of a tree."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.children


def made_from(node: Node, random: Random, depth: int = 3) -> str:
    """A pattern that matches a node, or nearly."""
    captures = f" @{random.choice(_NAMES)}" if random.random() < 0.45 else ""
    chance = random.random()
    if not node.is_named:
        escaped = node.type.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"{captures}'
    if chance < 0.1:
        return f"{random.choice(('_', '(_)'))}{captures}"
    if chance < 0.2 and depth:
        choices = [made_from(node, random, 0), *(f"({each.type})" for each in node.named_children[:2])]
        random.shuffle(choices)
        return f"[{' '.join(choices)}]{captures}"
    inside = _inside(node, random, depth) if depth else []
    return f"({' '.join((node.type, *inside))}){captures}"


def _inside(node: Node, random: Random, depth: int) -> Iterator[str]:
    count = min(node.child_count, random.choice((0, 1, 1, 2, 2, 3)))
    for place, index in enumerate(sorted(random.sample(range(node.child_count), count))):
        child, field = node.children[index], node.field_name_for_child(index)
        anchor = ". " if random.random() < (0.35 if place else 0.1) else ""
        named = f"{field}: " if field and random.random() < 0.5 else ""
        suffix = random.choice(("?", "*", "+")) if random.random() < 0.06 else ""
        yield f"{anchor}{named}{made_from(child, random, depth - 1)}{suffix}"
    if random.random() < 0.08:
        yield random.choice((".", "!name", "!body"))
