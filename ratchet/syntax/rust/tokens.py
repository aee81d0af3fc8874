"""Rust that the grammar cannot read, as the tokens of a macro call, which may be anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ratchet.syntax.rust.lexing import balanced
from ratchet.syntax.rust.owners import first_attribute
from ratchet.syntax.scoping import Stretch, Tokens

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["tokens"]

# Two pairs of brackets: an inner attribute of the file then belongs to the inner one.
_CALL, _END = b"m!{{", b"}}"


def tokens(text: bytes, errors: Sequence[Node]) -> Tokens:
    """The whole text in one macro call, brackets mended, for the items in which the errors are."""
    zones = sorted({_zone(error) for error in errors})
    return Tokens(_CALL + balanced(text) + _END, len(_CALL), tuple(zones))


def _zone(error: Node) -> Stretch:
    """The item of the file around an error, with its attributes: how far inner ones reach is a guess of the parser."""
    node = error
    while node.parent is not None and node.parent.parent is not None:
        node = node.parent
    return first_attribute(node).start_byte, max(node.end_byte, node.start_byte + 1)
