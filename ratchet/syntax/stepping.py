"""Matches of a pattern that begin with a node, found by taking its steps in Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ratchet.syntax.query_conditions import holds
from ratchet.syntax.query_steps import ANY, ANY_NAMED, Slot, Step, Steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Stepper"]

_ERROR = 0xFFFF
_Bound = tuple[tuple[str, "Node"], ...]
_NOTHING: _Bound = ()


class _Children:
    """The children of a node, with their kinds, and where those with a field are."""

    __slots__ = ("_fields", "_node", "kinds", "named", "nodes")

    def __init__(self, node: Node) -> None:
        self.nodes = node.children
        self.kinds = [child.kind_id for child in self.nodes]
        self.named = [child.is_named for child in self.nodes]
        self._node = node
        self._fields: dict[str, frozenset[int]] = {}

    def with_field(self, field: str) -> frozenset[int]:
        """The places of the children that have a field."""
        if field not in self._fields:
            ids = {child.id for child in self._node.children_by_field_name(field)}
            self._fields[field] = frozenset(at for at, child in enumerate(self.nodes) if child.id in ids)
        return self._fields[field]


class Stepper:
    """Finds matches in one tree; what it has seen of nodes it keeps, because most are looked at more than once."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._children: dict[int, _Children] = {}

    def matches(self, steps: Steps, node: Node) -> Iterator[dict[str, list[Node]]]:
        """The matches that begin with a node, each by what it captures, and each once."""
        bounds = [bound for step in steps.roots.get(node.kind_id, ()) for bound in self._node(step, node)]
        for bound in bounds if len(bounds) < 2 else _each_once(bounds):
            nodes: dict[str, list[Node]] = {}
            for name, each in bound:
                nodes.setdefault(name, []).append(each)
            if all(holds(name, captures, nodes, self._source) for name, captures in steps.conditions):
                yield nodes

    def _node(self, step: Step, node: Node) -> Iterator[_Bound]:
        """The ways in which a node of the right kind fills a step."""
        if step.tests:
            text = self._source[node.start_byte : node.end_byte]
            if not all(test(text) for test in step.tests):
                return
        if step.lacks and any(node.child_by_field_name(field) is not None for field in step.lacks):
            return
        mine = tuple((name, node) for name in step.captures)
        if not step.inside:
            yield mine
            return
        known = self._children.get(node.id)
        if known is None:
            known = self._children[node.id] = _Children(node)
        for bound in self._siblings(step.inside, 0, known, -1, False):
            yield mine + bound

    def _siblings(
        self, slots: tuple[Slot, ...], index: int, around: _Children, at: int, next_only: bool
    ) -> Iterator[_Bound]:
        """The ways to fill the slots from one on with the siblings after a place."""
        if index == len(slots):
            yield _NOTHING
            return
        slot = slots[index]
        if slot.optional:
            yield from self._siblings(slots, index + 1, around, at, next_only)
        for place, step in self._candidates(slot, around, at, next_only):
            follows = step.kind == ANY and index + 1 < len(slots) and slots[index + 1].anchored
            for bound in self._node(step, around.nodes[place]):
                for rest in self._siblings(slots, index + 1, around, place, follows):
                    yield bound + rest
                # The first that fits is as good as any where nobody wants to know which; in a row all are captured.
                if not slot.captured:
                    return

    def _candidates(self, slot: Slot, around: _Children, at: int, next_only: bool) -> Iterator[tuple[int, Step]]:
        """The siblings after a place that are of a kind that fits; behind an anchor none after the first named one."""
        allowed = around.with_field(slot.field) if slot.field else None
        for place in range(at + 1, min(at + 2, len(around.kinds)) if next_only else len(around.kinds)):
            if allowed is None or place in allowed:
                kind, named = around.kinds[place], around.named[place]
                for step in slot.choices:
                    if step.kind == kind or (step.kind < 0 and _is_any(step.kind, kind, named)):
                        yield place, step
            if slot.anchored and around.named[place]:
                return


def _each_once(bounds: Iterable[_Bound]) -> Iterable[_Bound]:
    return {tuple((name, node.id) for name, node in bound): bound for bound in bounds}.values()


def _is_any(wanted: int, kind: int, named: bool) -> bool:
    return kind != _ERROR and (named or wanted != ANY_NAMED)
