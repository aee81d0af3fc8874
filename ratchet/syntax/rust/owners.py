"""Which code an attribute belongs to: in the syntax tree, or in the tokens of a macro."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Stretch", "owner", "token_owner"]

Stretch = tuple[int, int]

_CARRY_INSIDE = frozenset({"match_arm", "field_initializer", "shorthand_field_initializer"})
_BESIDE = frozenset({"attribute_item", "inner_attribute_item", "line_comment", "block_comment"})
_ITEMS_WITH_BODY = frozenset(
    {"fn", "mod", "impl", "trait", "enum", "struct", "union", "extern", "macro_rules", "unsafe", "async"}
)
_ITEMS_TO_SEMICOLON = frozenset({"let", "const", "static", "type", "use"})


def owner(attribute: Node) -> Stretch | None:
    """The stretch of the node that carries an attribute: its parent in arms and initialisers, else its next sibling."""
    parent = attribute.parent
    if parent is not None and parent.type in _CARRY_INSIDE:
        return parent.start_byte, parent.end_byte
    carrier = attribute.next_named_sibling
    while carrier is not None and carrier.type in _BESIDE:
        carrier = carrier.next_named_sibling
    return (carrier.start_byte, carrier.end_byte) if carrier is not None else None


def token_owner(brackets: Node) -> Stretch | None:
    """The tokens after `#[…]` in a macro: up to the body of an item, a semicolon, or the comma of a list."""
    first = brackets.next_sibling
    while first is not None and (first.type in ("#", "line_comment", "block_comment") or _is_attribute(first)):
        first = first.next_sibling
    if first is None or first.type in (")", "]", "}"):
        return None
    last = token = first
    ends_at_body, ends_at_comma = True, True
    while token.type not in (")", "]", "}"):
        word = token.type if not token.is_named else _word(token)
        ends_at_body = word == "fn" or (ends_at_body and word not in _ITEMS_TO_SEMICOLON)
        ends_at_comma = ends_at_comma and word not in _ITEMS_WITH_BODY and word not in _ITEMS_TO_SEMICOLON
        if token.type == "," and ends_at_comma:
            break
        last = token
        following = token.next_sibling
        if token.type == ";" or (ends_at_body and _is_body(token)) or following is None:
            break
        token = following
    return first.start_byte, last.end_byte


def _is_attribute(node: Node) -> bool:
    before = node.prev_sibling
    return node.type == "token_tree" and before is not None and before.type == "#"


def _is_body(node: Node) -> bool:
    return node.type == "token_tree" and node.child_count > 0 and node.children[0].type == "{"


def _word(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace") if node.type == "identifier" else ""
