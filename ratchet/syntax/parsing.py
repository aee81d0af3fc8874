"""Source bytes → syntax tree."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from ratchet.model.language import Language
from ratchet.syntax.grammars import grammar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Tree

__all__ = ["parse", "parse_again"]


def parse(language: Language, source: bytes) -> Tree:
    """The tree of a source; parts that are not of the language become ERROR nodes."""
    return _parser(language).parse(source)


def parse_again(language: Language, tree: Tree, source: bytes, hidden: Sequence[Node]) -> tuple[Tree, bytes]:
    """The tree of a source without some of its nodes, and that source; what is around them is not parsed anew."""
    bare = bytearray(source)
    for node in hidden:
        start, end = node.start_byte, node.end_byte
        bare[start:end] = re.sub(rb"[^\r\n]", b" ", source[start:end])
        tree.edit(start, end, end, node.start_point, node.end_point, node.end_point)
    return _parser(language).parse(bytes(bare), tree), bytes(bare)


@cache
def _parser(language: Language) -> Parser:
    from ratchet.syntax.binding import Parser

    return Parser(grammar(language))
