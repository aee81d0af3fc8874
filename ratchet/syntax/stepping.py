"""Matches of a pattern that begin with a node, found by taking its steps in Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ratchet.syntax.query_conditions import holds
from ratchet.syntax.steps import ANY, ANY_NAMED, Slot, Step, Steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Stepper"]

_ERROR = 0xFFFF
_Bound = tuple[tuple[str, "Node"], ...]
_NOTHING: _Bound = ()
_END = (_NOTHING,)


class _Children:
    """The children of a node, with their kinds, which of them are named, and where those with a field are."""

    __slots__ = ("_fields", "_named", "_node", "kinds", "nodes")

    def __init__(self, node: Node) -> None:
        self.nodes = node.children
        self.kinds = [child.kind_id for child in self.nodes]
        self._named: list[bool] = []
        self._node = node
        self._fields: dict[str, frozenset[int]] = {}

    @property
    def named(self) -> list[bool]:
        """Whether each child is named."""
        if not self._named:
            self._named = [child.is_named for child in self.nodes]
        return self._named

    def with_field(self, field: str) -> frozenset[int]:
        """The places of the children that have a field."""
        if field not in self._fields:
            ids = {child.id for child in self._node.children_by_field_name(field)}
            self._fields[field] = frozenset([at for at, child in enumerate(self.nodes) if child.id in ids])
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

    def _node(self, step: Step, node: Node) -> list[_Bound]:
        """The ways in which a node of the right kind fills a step."""
        if step.tests:
            text = self._source[node.start_byte : node.end_byte]
            if not all(test(text) for test in step.tests):
                return []
        if step.lacks and any(node.child_by_field_name(field) is not None for field in step.lacks):
            return []
        mine = tuple([(name, node) for name in step.captures])
        if not step.inside:
            return [mine]
        known = self._children.get(node.id)
        if known is None:
            known = self._children[node.id] = _Children(node)
        return [mine + bound for bound in self._siblings(step.inside, 0, known, -1, False)]

    def _siblings(
        self, slots: tuple[Slot, ...], index: int, around: _Children, at: int, next_only: bool
    ) -> list[_Bound]:
        """The ways to fill the slots from one on with the siblings after a place."""
        slot, following = slots[index], index + 1
        is_last = following == len(slots)
        found: list[_Bound] = []
        if slot.optional:
            found += [_NOTHING] if is_last else self._siblings(slots, following, around, at, next_only)
        for place, step in self._candidates(slot, around, at, next_only):
            follows = step.kind == ANY and not is_last and slots[following].anchored
            for bound in self._node(step, around.nodes[place]):
                rests = _END if is_last else self._siblings(slots, following, around, place, follows)
                found += [bound + rest for rest in rests]
                # The first that fits is as good as any where nobody wants to know which; in a row all are captured.
                if not slot.captured:
                    return found
        return found

    def _candidates(self, slot: Slot, around: _Children, at: int, next_only: bool) -> Iterator[tuple[int, Step]]:
        """The siblings after a place that are of a kind that fits; behind an anchor none after the first named one."""
        kinds = around.kinds
        allowed = around.with_field(slot.field) if slot.field else None
        for place in range(at + 1, min(at + 2, len(kinds)) if next_only else len(kinds)):
            if allowed is None or place in allowed:
                kind = kinds[place]
                for step in slot.choices:
                    if step.kind == kind or (step.kind < 0 and _is_any(step.kind, kind, around.named[place])):
                        yield place, step
            if slot.anchored and around.named[place]:
                return


def _each_once(bounds: Iterable[_Bound]) -> Iterable[_Bound]:
    return {tuple((name, node.id) for name, node in bound): bound for bound in bounds}.values()


def _is_any(wanted: int, kind: int, named: bool) -> bool:
    return kind != _ERROR and (named or wanted != ANY_NAMED)
