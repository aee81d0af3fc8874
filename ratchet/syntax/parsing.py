"""Source bytes → syntax tree."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ratchet.model.language import Language
from ratchet.syntax.grammars import grammar

if TYPE_CHECKING:
    from tree_sitter import Parser, Tree

__all__ = ["parse"]


def parse(language: Language, source: bytes) -> Tree:
    """The tree of a source; parts that are not of the language become ERROR nodes."""
    return _parser(language).parse(source)


@cache
def _parser(language: Language) -> Parser:
    from tree_sitter import Parser

    return Parser(grammar(language))
