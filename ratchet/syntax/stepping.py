"""Find the matches of a pattern that begin with a node, by taking its steps in Python."""

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
    """Children of a node, with their kinds, and where those with a field are."""

    __slots__ = ("_fields", "_node", "kinds", "nodes")

    def __init__(self, node: Node, nodes: list[Node], kinds: list[int]) -> None:
        self.nodes = nodes
        self.kinds = kinds
        self._node = node
        self._fields: dict[str, tuple[int, ...]] = {}

    def with_field(self, field: str) -> tuple[int, ...]:
        """The places of the children that have a field."""
        if field not in self._fields:
            ids = {child.id for child in self._node.children_by_field_name(field)}
            self._fields[field] = tuple([at for at, child in enumerate(self.nodes) if child.id in ids])
        return self._fields[field]

    def fitting(self, slot: Slot, at: int, next_only: bool) -> list[tuple[int, Step]]:
        """The children after a place that are of a kind that fits; behind an anchor none after the first named one."""
        kinds, behind = self.kinds, at + 2 if next_only else len(self.kinds)
        by_kind = None if slot.anchored else slot.by_kind
        if by_kind is None:
            return self._one_by_one(slot, at, min(behind, len(kinds)))
        places = self.with_field(slot.field) if slot.field else range(at + 1, min(behind, len(kinds)))
        return [(place, step) for place in places if at < place < behind for step in by_kind.get(kinds[place], ())]

    def _one_by_one(self, slot: Slot, at: int, behind: int) -> list[tuple[int, Step]]:
        nodes, kinds, found = self.nodes, self.kinds, list[tuple[int, Step]]()
        allowed = self.with_field(slot.field) if slot.field else None
        for place in range(at + 1, behind):
            if allowed is None or place in allowed:
                found += [(place, step) for step in slot.choices if _fits(step.kind, kinds[place], nodes[place])]
            if slot.anchored and nodes[place].is_named:
                break
        return found


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
        inside = step.inside
        if not inside:
            return [mine]
        if len(inside) == 1 and inside[0].field and not inside[0].anchored:
            return [mine + bound for bound in self._one_of(inside[0], node.children_by_field_name(inside[0].field))]
        return [mine + bound for bound in self._siblings(inside, 0, self._around(node), -1, False)]

    def _around(self, node: Node) -> _Children:
        known = self._children.get(node.id)
        if known is None:
            nodes = node.children
            known = self._children[node.id] = _Children(node, nodes, [child.kind_id for child in nodes])
        return known

    def _one_of(self, slot: Slot, children: Iterable[Node]) -> list[_Bound]:
        """The ways to fill the only slot below a node with one of some children."""
        found: list[_Bound] = []
        for child in children:
            kind = child.kind_id
            for step in slot.choices:
                if _fits(step.kind, kind, child):
                    found += self._node(step, child)
                    if found and not slot.captured:
                        return found[:1]
        return found

    def _siblings(
        self, slots: tuple[Slot, ...], index: int, around: _Children, at: int, next_only: bool
    ) -> list[_Bound]:
        """The ways to fill the slots from one on with the siblings after a place."""
        slot, following = slots[index], index + 1
        is_last = following == len(slots)
        found: list[_Bound] = []
        if slot.optional:
            found += [_NOTHING] if is_last else self._siblings(slots, following, around, at, next_only)
        for place, step in around.fitting(slot, at, next_only):
            follows = step.kind == ANY and not is_last and slots[following].anchored
            for bound in self._node(step, around.nodes[place]):
                rests = _END if is_last else self._siblings(slots, following, around, place, follows)
                found += [bound + rest for rest in rests]
                # The first that fits is as good as any where no capture says which: before an anchor all have one.
                if not slot.captured:
                    return found
        return found


def _each_once(bounds: Iterable[_Bound]) -> Iterable[_Bound]:
    return {tuple((name, node.id) for name, node in bound): bound for bound in bounds}.values()


def _fits(wanted: int, kind: int, node: Node) -> bool:
    """Whether a node of some kind is of the kind that is wanted."""
    return wanted == kind or (wanted < 0 and kind != _ERROR and (wanted != ANY_NAMED or node.is_named))
