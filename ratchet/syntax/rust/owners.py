"""Which code of the syntax tree an attribute belongs to."""

from __future__ import annotations

from ratchet.syntax.scoping import Stretch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Stacks", "first_attribute", "owner", "speaks_for_function"]

_CARRY_INSIDE = frozenset({"match_arm", "field_initializer", "shorthand_field_initializer"})
_BESIDE = frozenset({"attribute_item", "inner_attribute_item", "line_comment", "block_comment"})
_FUNCTIONS = frozenset({"function_item", "function_signature_item", "ERROR"})
_STATEMENTS = frozenset(
    {
        "macro_invocation",
        "block",
        "if_expression",
        "match_expression",
        "loop_expression",
        "while_expression",
        "for_expression",
        "unsafe_block",
        "const_block",
        "async_block",
    }
)
_LEFT_SIDES = frozenset(
    {"binary_expression", "call_expression", "index_expression", "range_expression", "assignment_expression"}
)


class Stacks:
    """What stands before and behind the attributes of one tree, found once for all attributes of a stack."""

    def __init__(self) -> None:
        self._carriers: dict[int, Node | None] = {}
        self._firsts: dict[int, Node] = {}

    def carrier(self, attribute: Node) -> Node | None:
        """The node behind an attribute and those after it."""
        passed, at = [attribute.id], attribute.next_named_sibling
        while at is not None and at.type in _BESIDE and at.id not in self._carriers:
            passed.append(at.id)
            at = at.next_named_sibling
        found = at if at is None or at.type not in _BESIDE else self._carriers[at.id]
        self._carriers.update(dict.fromkeys(passed, found))
        return found

    def first(self, attribute: Node) -> Node:
        """The first of the attributes at or before one of them: all of them come and go with what carries them."""
        found, passed, at = attribute, [attribute.id], attribute.prev_named_sibling
        while at is not None and at.type in _BESIDE and at.type != "inner_attribute_item":
            if at.id in self._firsts:
                found = self._firsts[at.id]
                break
            passed.append(at.id)
            found = at if at.type == "attribute_item" else found
            at = at.prev_named_sibling
        self._firsts.update(dict.fromkeys(passed, found))
        return found


def owner(attribute: Node, stacks: Stacks) -> Stretch | None:
    """The stretch of the node that carries an attribute: its parent in arms and initialisers, else its next sibling."""
    parent = attribute.parent
    if parent is not None and parent.type in _CARRY_INSIDE:
        return parent.start_byte, parent.end_byte
    carrier = stacks.carrier(attribute)
    if carrier is None:
        return None
    return carrier.start_byte, (_statement(carrier) or carrier).end_byte


def speaks_for_function(attribute: Node, stacks: Stacks) -> bool:
    """Whether an attribute stands on a function, or in the body of one; what did not parse may be one."""
    if attribute.type == "inner_attribute_item":
        return attribute.parent is not None and attribute.parent.type == "block"
    carrier = stacks.carrier(attribute)
    return carrier is not None and carrier.type in _FUNCTIONS


def _statement(carrier: Node) -> Node | None:
    """The call `m! {…}` or the block that is a statement by itself, where the grammar takes it for a left side."""
    first = carrier
    while first.type not in _STATEMENTS and first.child_count and (inner := first.child(0)):
        first = inner
    alone = first.parent is None or first.parent.type not in _LEFT_SIDES or first.id == carrier.id
    if alone or first.type not in _STATEMENTS:
        return None
    last = first.child(first.child_count - 1)
    return first if last is not None and (last.text or b"").endswith(b"}") else None


def first_attribute(node: Node) -> Node:
    """The first of the attributes at or before a node."""
    return Stacks().first(node)
