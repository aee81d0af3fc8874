"""Where the syntax that decides scopes stands in a Rust file: found by its letters, then looked at in the tree.

A search in the bytes and a look at the few nodes it leads to cost a tenth of a query over all nodes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from ratchet.model.value import frozen
from ratchet.syntax.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = [
    "INCLUDES",
    "SELECT",
    "STD_MACROS",
    "STRINGS",
    "Attribute",
    "MacroCall",
    "Module",
    "arguments_of",
    "attributes",
    "comment_places",
    "leaf",
    "macro_calls",
    "may_link",
    "modules",
    "name_of",
    "token_after",
    "token_before",
    "token_nodes",
    "words",
]

_HASH = late(rb"#(?=\s*(?:\[|!|/[/*]))")
# What nearly all attributes look like; the rest, with comments inside, is looked at in the tree whatever its name.
_PLAIN = late(rb"#\s*(?:!\s*)?\[\s*((?:::\s*)?\w+(?:\s*::\s*\w+)*)\s*(?=[\](=\[{])")
_MODULE = late(rb"mod(?=[\s/])")
_IN_NAMES = frozenset(b"_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
INCLUDES = ("include", "include_bytes", "include_str")
"""The macros that take another file, as code or as data."""
STD_MACROS = frozenset({"dbg", "eprint", "eprintln", "print", "println"})
"""The macros of std that a crate may define itself: then its calls of that name mean its own."""
SELECT = "cfg_select"
"""The macro whose arms are compiled or not."""
# In a source that is not plain yet, white space may be in words that the grammar does not know. A module in braces
# leads nowhere; what is in it may.
_LINKS = {
    b"mod": late(rb"mod(?=[\s!/\x80-\xff])(?!\s+\w+\s*\{)"),
    b"include": late(rb"include(?:_bytes|_str)?(?!\w)"),
}
STRINGS = ("string_literal", "raw_string_literal")
_COMMENT = late(rb"/[/*]")
_TOKEN_NODES = frozenset({"token_repetition", "token_tree"})
_MODULE_NAMES = {"identifier": ("token_tree", ";"), "metavariable": (";",)}
"""What the name of a module may be among tokens, and what may follow it."""
_COMMENTS = ("line_comment", "block_comment")


@frozen
class Attribute:
    """An attribute: its text between the brackets, and its node; in tokens that is the brackets."""

    text: str
    node: Node
    inner: bool
    in_tokens: bool


@frozen
class Module:
    """A module: its first node, its name and its body, if that is not in another file.

    The name of one in the rules of a macro may be a `$variable`.
    """

    node: Node
    name: str
    body: Node | None


@frozen
class MacroCall:
    """A call of a macro: its name and its arguments, brackets included."""

    name: str
    arguments: Node


def token_nodes() -> frozenset[str]:
    """The grammar's two nodes for tokens: what a macro is called with or made of, and `$(…)*` in what it is made of."""
    return _TOKEN_NODES


def may_link(text: bytes) -> bool:
    """Whether what `modules`, `own_macros` or an include begin with may be in a text."""
    if b"macro_rules" in text and (b"print" in text or b"dbg" in text or b"path" in text):
        return True  # it may define a macro of a name of `STD_MACROS`, or one that is told the path of a module
    return any(True for word, pattern in _LINKS.items() if word in text for _ in words(pattern(), text))


def comment_places(text: bytes, start: int, end: int) -> Iterator[int]:
    """Where in a stretch a comment may begin: the same letters may be in a text or in another comment."""
    return (match.start() for match in _COMMENT().finditer(text, start, end))


def attributes(root: Node, text: bytes, names: AbstractSet[bytes]) -> Iterator[Attribute]:
    """The attributes whose path ends in one of some names."""
    for match in _HASH().finditer(text, root.start_byte, root.end_byte):
        plain = _PLAIN().match(text, match.start())
        if plain and plain[1].rpartition(b":")[2].strip() not in names:
            continue
        mark = leaf(root, match.start())
        around = mark.parent
        if mark.type != "#" or around is None:
            continue
        if around.type in ("attribute_item", "inner_attribute_item"):
            content = next((child for child in around.named_children if child.type == "attribute"), around)
            yield Attribute(_text(content), around, around.type == "inner_attribute_item", False)
        elif around.type in _TOKEN_NODES:
            following = token_after(mark)
            inner = following is not None and following.type == "!"
            brackets = token_after(following) if inner and following else following
            if brackets is not None and brackets.type == "token_tree":
                yield Attribute(_text(brackets)[1:-1], brackets, inner, True)


def modules(root: Node, text: bytes) -> Iterator[Module]:
    """Every module, in this file or declared to be in another."""
    for match in words(_MODULE(), text, root):
        word = leaf(root, match.start())
        around = word.parent
        if word.type != "mod" or around is None:
            continue
        if around.type == "mod_item":
            name = around.child_by_field_name("name")
            if name is not None:
                yield Module(around, name_of(name), around.child_by_field_name("body"))
        elif around.type in _TOKEN_NODES and (name := token_after(word)) is not None and name.type in _MODULE_NAMES:
            body = token_after(name)
            if body is not None and body.type in _MODULE_NAMES[name.type]:
                yield Module(word, name_of(name), body if body.type == "token_tree" else None)


def macro_calls(root: Node, text: bytes, names: AbstractSet[str]) -> Iterator[MacroCall]:
    """The calls of macros with some names."""
    called = (re.compile(name + rb"(?=[\s!/])") for name in map(str.encode, sorted(names)) if name in text)
    for match in (match for pattern in called for match in words(pattern, text, root)):
        name = leaf(root, match.start())
        arguments = arguments_of(name) if name.type == "identifier" else None
        if arguments is not None:
            yield MacroCall(name_of(name), arguments)


def arguments_of(name: Node) -> Node | None:
    """What a macro is called with, brackets included, if a name calls one."""
    around, arguments = name.parent, None
    if around is not None and around.type == "scoped_identifier":
        around = around.parent
    if around is not None and around.type == "macro_invocation":
        arguments = next((child for child in around.named_children if child.type == "token_tree"), None)
    elif around is not None and around.type in _TOKEN_NODES and (mark := token_after(name)) and mark.type == "!":
        arguments = token_after(mark)
    return arguments if arguments is not None and arguments.type == "token_tree" else None


def words(pattern: re.Pattern[bytes], text: bytes, root: Node | None = None) -> Iterator[re.Match[bytes]]:
    """The matches that begin a word: asked here, because a pattern that begins with letters is searched faster."""
    found = pattern.finditer(text, root.start_byte, root.end_byte) if root else pattern.finditer(text)
    return (match for match in found if not match.start() or text[match.start() - 1] not in _IN_NAMES)


def leaf(root: Node, offset: int) -> Node:
    """The innermost node at a place."""
    return root.descendant_for_byte_range(offset, offset + 1) or root


def token_after(node: Node) -> Node | None:
    """The next token that is no comment."""
    following = node.next_sibling
    while following is not None and following.type in _COMMENTS:
        following = following.next_sibling
    return following


def token_before(node: Node) -> Node | None:
    """The token before that is no comment."""
    before = node.prev_sibling
    while before is not None and before.type in _COMMENTS:
        before = before.prev_sibling
    return before


def name_of(node: Node) -> str:
    """The text of a name, without the mark of raw ones."""
    return _text(node).removeprefix("r#")


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
