"""Which tokens of a macro an attribute belongs to; in doubt the shorter stretch, which counts more."""

from __future__ import annotations

import re
from enum import Enum

from ratchet.syntax.rust.marks import token_after, token_before
from ratchet.syntax.scoping import Stretch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["first_token_attribute", "item_start", "token_owner"]

_CLOSERS = frozenset({")", "]", "}"})
_MODIFIERS = frozenset({"pub", "crate", "unsafe", "async", "default", "auto", "safe", "extern"})
_ITEMS_WITH_BODY = frozenset({"fn", "mod", "impl", "trait", "enum", "struct", "macro_rules"})
_ITEMS_TO_SEMICOLON = frozenset({"let", "const", "static", "type", "use"})
# What may follow an item that is a `$item`, or whose body is a `$body`, which no bracket shows.
_BEGINS_ITEM = _ITEMS_WITH_BODY | _ITEMS_TO_SEMICOLON | _MODIFIERS
_VARIABLES = frozenset({"metavariable", "token_repetition"})
_LOOK_BACK = 60


class _Form(Enum):
    """How far the tokens of a piece of code reach."""

    ITEM = "to its body or a semicolon"
    STATEMENT = "to a semicolon"
    EXPRESSION = "to a body, a semicolon or the comma of a list"
    PARAMETER = "to the comma or the end of its list"
    VARIABLE = "no further than itself"


_ENDS = {_Form.EXPRESSION: (",",), _Form.PARAMETER: (",", ">", "|"), _Form.ITEM: (), _Form.STATEMENT: ()}


def first_token_attribute(brackets: Node) -> Node:
    """The first of the attributes at or before the brackets of one: all of them come and go with what carries them."""
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
    before = token_before(first_token_attribute(brackets))
    if before is not None and _word(before) == "if":  # cfg_if! { if #[cfg(test)] { … } else { … } }
        return (first.start_byte, first.end_byte) if _is_body(first) else None
    return first.start_byte, _last(first, *_form(first, before, text)).end_byte


def item_start(node: Node) -> int:
    """Where the item begins that a token is of: `pub(crate) mod x` carries its attributes at `pub`."""
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


def _last(first: Node, form: _Form, keyword: Node) -> Node:
    """The last token of the code that begins with `first` and is what it is by a keyword."""
    last = token = first
    while form is not _Form.VARIABLE and token.type not in _CLOSERS and token.type not in _ENDS[form]:
        if form is not _Form.STATEMENT and token.type == "#":
            break
        if last.type in _VARIABLES and token.start_byte > keyword.start_byte and _word(token) in _BEGINS_ITEM:
            break
        last, following = token, token_after(token)
        if token.type == ";" or following is None or (_is_body(token) and _ends(form, following)):
            break
        token = following
    return last


def _ends(form: _Form, following: Node) -> bool:
    """Whether code ends with a body that something else follows; a pattern, a condition and a receiver go on."""
    if form is _Form.EXPRESSION:
        return _word(following) not in ("else", "=>", ".", "?", ">")
    return form is _Form.ITEM and following.type != ">"


def _form(first: Node, before: Node | None, text: bytes) -> tuple[_Form, Node]:
    """What kind of code begins here, and the word that tells: the first that is no modifier."""
    if _in_parameters(before):
        return _Form.PARAMETER, first
    token: Node | None = first
    while token is not None:
        following = token_after(token)
        form = _form_of(token, following)
        if form is not None:
            return form, token
        if token.type == "$" or token.type in _VARIABLES:
            name = following if token.type == "$" and following is not None else token
            following = token_after(name)
            if not _is_visibility(name, text):
                return _variable_form(following), first
        elif _word(token) not in _MODIFIERS and _word(token) != "const" and not _belongs_to_modifier(token):
            return _Form.EXPRESSION, token
        token = following
    return _Form.EXPRESSION, first


def _form_of(token: Node, following: Node | None) -> _Form | None:
    """What a keyword begins; a `const` may go on as a function or be a block."""
    word = _word(token)
    if word in _ITEMS_WITH_BODY or (word == "union" and following is not None and following.type == "identifier"):
        return _Form.ITEM
    if word in _ITEMS_TO_SEMICOLON and not (word == "const" and following and _goes_on_as_fn(following)):
        return _Form.STATEMENT
    return None


def _variable_form(following: Node | None) -> _Form:
    """A variable is all there is where an item may follow; else it begins an expression."""
    alone = following is None or following.type == "#" or _word(following) in _BEGINS_ITEM
    return _Form.VARIABLE if alone else _Form.EXPRESSION


def _in_parameters(before: Node | None) -> bool:
    """Whether what stands before an attribute opens or separates parameters between `<` and `>` or two `|`."""
    if before is None or before.type not in ("<", "|", ","):
        return False
    angles = bars = 0
    token: Node | None = before
    for _ in range(_LOOK_BACK):
        if token is None or token.type in (";", "=", "=>") or _is_body(token):
            break
        angles += (token.type == "<") - (token.type == ">")
        bars += token.type == "|"
        if angles > 0:
            return True
        token = token_before(token)
    return bars % 2 == 1


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


def _belongs_to_modifier(node: Node) -> bool:
    """`(crate)` after `pub`, and `"C"` after `extern`."""
    before = token_before(node)
    pair = node.type, _word(before) if before is not None else ""
    return pair in (("token_tree", "pub"), ("string_literal", "extern"))


def _is_visibility(variable: Node, text: bytes) -> bool:
    """Whether a variable is called so, or declared to be one anywhere in the file."""
    name = (variable.text or b"").lstrip(b"$")
    return b"vis" in name or re.search(rb"\$%b\s*:\s*vis\b" % re.escape(name), text) is not None


def _is_body(node: Node) -> bool:
    opening = node.child(0) if node.type == "token_tree" else None
    return opening is not None and opening.type == "{"


def _word(node: Node) -> str:
    if not node.is_named:
        return node.type
    return (node.text or b"").decode("utf-8", "replace") if node.type in ("identifier", "crate") else ""
