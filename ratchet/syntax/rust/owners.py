"""Which code an attribute belongs to: in the syntax tree, or in the tokens of a macro."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

from ratchet.syntax.rust.marks import token_after, token_before
from ratchet.syntax.scoping import Stretch

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["first_attribute", "first_token_attribute", "item_start", "owner", "speaks_for_function", "token_owner"]

_CARRY_INSIDE = frozenset({"match_arm", "field_initializer", "shorthand_field_initializer"})
_BESIDE = frozenset({"attribute_item", "inner_attribute_item", "line_comment", "block_comment"})
_FUNCTIONS = frozenset({"function_item", "function_signature_item", "ERROR"})
_LEFT_SIDES = frozenset(
    {"binary_expression", "call_expression", "index_expression", "range_expression", "assignment_expression"}
)
_CLOSERS = frozenset({")", "]", "}"})
_MODIFIERS = frozenset({"pub", "crate", "unsafe", "async", "default", "auto", "safe", "extern"})
_ITEMS_WITH_BODY = frozenset({"fn", "mod", "impl", "trait", "enum", "struct", "union", "macro_rules"})
_ITEMS_TO_SEMICOLON = frozenset({"let", "const", "static", "type", "use"})
# What can only begin the next item: it ends one that is a `$item`, or whose body is a `$body`, which no bracket shows.
_NEXT_ITEM = frozenset({"#", "pub", "fn", "mod", "struct", "enum", "trait"})


class _Form(Enum):
    """How far the tokens of a piece of code reach."""

    ITEM = "to its body or a semicolon"
    STATEMENT = "to a semicolon"
    EXPRESSION = "to a body, a semicolon or the comma of a list"


def owner(attribute: Node) -> Stretch | None:
    """The stretch of the node that carries an attribute: its parent in arms and initialisers, else its next sibling."""
    parent = attribute.parent
    if parent is not None and parent.type in _CARRY_INSIDE:
        return parent.start_byte, parent.end_byte
    carrier = _carrier(attribute)
    if carrier is None:
        return None
    return carrier.start_byte, (_statement_macro(carrier) or carrier).end_byte


def speaks_for_function(attribute: Node) -> bool:
    """Whether an attribute stands on a function, or in the body of one; what did not parse may be one."""
    if attribute.type == "inner_attribute_item":
        return attribute.parent is not None and attribute.parent.type == "block"
    carrier = _carrier(attribute)
    return carrier is not None and carrier.type in _FUNCTIONS


def _carrier(attribute: Node) -> Node | None:
    carrier = attribute.next_named_sibling
    while carrier is not None and carrier.type in _BESIDE:
        carrier = carrier.next_named_sibling
    return carrier


def _statement_macro(carrier: Node) -> Node | None:
    """The call `m! {…}` that is a statement by itself, where the grammar takes it for the left side of an operator."""
    first = carrier
    while first.type != "macro_invocation" and first.child_count and (inner := first.child(0)):
        first = inner
    arguments = first.child(first.child_count - 1) if first.type == "macro_invocation" else None
    alone = first.parent is None or first.parent.type not in _LEFT_SIDES or first.id == carrier.id
    return None if alone or arguments is None or not _is_body(arguments) else first


def first_attribute(node: Node) -> Node:
    """The first of the attributes at or before a node: all of them come and go with what carries them."""
    first, before = node, node.prev_named_sibling
    while before is not None and before.type in _BESIDE and before.type != "inner_attribute_item":
        first = before if before.type == "attribute_item" else first
        before = before.prev_named_sibling
    return first


def first_token_attribute(brackets: Node) -> Node:
    """The same in the tokens of a macro, from the brackets of one of the attributes."""
    first = token_before(brackets) or brackets
    before = token_before(first)
    while before is not None and _is_attribute(before):
        first = (token_before(before) if before.type == "token_tree" else None) or before
        before = token_before(first)
    return first


def token_owner(brackets: Node, text: bytes) -> Stretch | None:
    """The tokens that `#[…]` in a macro belongs to: those after it, or with `#![…]` those around it."""
    mark = token_before(brackets)
    if mark is not None and mark.type == "!":
        return _around(brackets)
    first = token_after(brackets)
    while first is not None and (first.type == "#" or _is_attribute(first)):
        first = token_after(first)
    if first is None or first.type in _CLOSERS:
        return None
    return first.start_byte, _last(first, text).end_byte


def item_start(node: Node) -> int:
    """Where the item begins that a node is of: in a token tree `pub(crate) mod x` carries its attributes at `pub`."""
    if node.is_named:
        return node.start_byte
    before = token_before(node)
    while before is not None and (before.type == "pub" or _visibility(before)):
        node, before = before, token_before(before)
    return node.start_byte


def _visibility(node: Node) -> bool:
    before = token_before(node)
    return node.type == "token_tree" and before is not None and before.type == "pub"


def _around(brackets: Node) -> Stretch | None:
    """The brackets around an inner attribute; those of the macro call itself have a meaning only the macro knows."""
    tokens = brackets.parent
    holder = tokens.parent if tokens is not None else None
    if tokens is None or holder is None or not holder.type.startswith("token_"):
        return None
    return tokens.start_byte, tokens.end_byte


def _last(first: Node, text: bytes) -> Node:
    """The last token of the code that begins with `first`; in doubt the shorter stretch, which counts more."""
    form, keyword = _form(first, text)
    last = token = first
    while token.type not in _CLOSERS:
        if token.type == "," and form is _Form.EXPRESSION:
            break
        if form is not _Form.STATEMENT and token.start_byte > keyword.start_byte and _word(token) in _NEXT_ITEM:
            break
        last, following = token, token_after(token)
        if token.type == ";" or following is None or (_is_body(token) and _ends(form, following)):
            break
        token = following
    return last


def _ends(form: _Form, following: Node) -> bool:
    """Whether code ends with a body that something else follows: a pattern, a condition and a receiver go on."""
    if form is _Form.EXPRESSION:
        return _word(following) not in ("else", "=>", ".", "?")
    return form is _Form.ITEM


def _form(first: Node, text: bytes) -> tuple[_Form, Node]:
    """What kind of code begins here, by its first word that is no modifier; a `const` further on means nothing."""
    token: Node | None = first
    while token is not None:
        word, following = _word(token), token_after(token)
        if word in _ITEMS_WITH_BODY:
            return _Form.ITEM, token
        if word in _ITEMS_TO_SEMICOLON and not (word == "const" and following and _goes_on_as_fn(following)):
            return _Form.STATEMENT, token
        if token.type == "$" and following is not None:  # a variable of a macro that another macro is given
            token, following = following, token_after(following)
            if not _is_visibility(_word(token), text):
                return _Form.EXPRESSION, token
        elif word not in _MODIFIERS and word != "const" and not _belongs_to_modifier(token, text):
            return _Form.EXPRESSION, token
        token = following
    return _Form.EXPRESSION, first


def _goes_on_as_fn(token: Node) -> bool:
    """`const fn`, `const unsafe extern "C" fn`, or the block `const {…}`."""
    return _word(token) in ("fn", "unsafe", "async", "extern") or _is_body(token)


def _is_attribute(node: Node) -> bool:
    """The brackets of `#[…]`, or the repetition `$(#[$meta])*`."""
    before = token_before(node)
    if node.type == "token_repetition":
        inside = node.child(2)  # after `$` and `(`
        return inside is not None and inside.type == "#"
    return node.type == "token_tree" and before is not None and before.type == "#"


def _belongs_to_modifier(node: Node, text: bytes) -> bool:
    """`(crate)` after `pub`, `"C"` after `extern`, and a variable for a visibility."""
    if node.type == "metavariable":
        return _is_visibility((node.text or b"").decode("utf-8", "replace").lstrip("$"), text)
    before = token_before(node)
    return (node.type, _word(before) if before is not None else "") in (
        ("token_tree", "pub"),
        ("string_literal", "extern"),
    )


def _is_visibility(name: str, text: bytes) -> bool:
    """Whether a variable is called so, or declared to be one anywhere in the file."""
    return "vis" in name or re.search(rb"\$%b\s*:\s*vis\b" % re.escape(name.encode()), text) is not None


def _is_body(node: Node) -> bool:
    opening = node.child(0) if node.type == "token_tree" else None
    return opening is not None and opening.type == "{"


def _word(node: Node) -> str:
    if not node.is_named:
        return node.type
    return (node.text or b"").decode("utf-8", "replace") if node.type in ("identifier", "crate") else ""
