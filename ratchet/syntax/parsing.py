"""Source bytes → syntax tree."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from ratchet.model.language import Language
from ratchet.syntax.grammars import grammar
from ratchet.syntax.scoping import Stretch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Tree

__all__ = ["parse", "parse_again", "parse_some"]


def parse(language: Language, source: bytes) -> Tree:
    """The tree of a source; parts that are not of the language become ERROR nodes."""
    return _parser(language).parse(source)


def parse_some(language: Language, source: bytes, stretches: Sequence[Stretch]) -> Tree:
    """The tree of some stretches of a source, each node where it is in the whole; of all of it where none are named."""
    if not stretches:
        return parse(language, source)
    from ratchet.syntax.binding import Parser, Range

    ranges, row, at = [], 0, 0
    for start, end in stretches:
        first = row + source.count(b"\n", at, start)
        row, at = first + source.count(b"\n", start, end), end
        places = (first, _column(source, start)), (row, _column(source, end))
        ranges.append(Range(*places, start, end))
    return Parser(grammar(language), included_ranges=ranges).parse(source)


def _column(source: bytes, at: int) -> int:
    return at - source.rfind(b"\n", 0, at) - 1


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
