"""Whether a condition is known to hold or to fail at run time, where `TYPE_CHECKING` is false."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from ratchet.graphs.python.patterns import BRACKETS, WORD, many

__all__ = ["TYPE_CHECKING", "holds"]

TYPE_CHECKING = "TYPE_CHECKING"
_TOKENS = re.compile(rb"[%s]++|%s|\S" % (WORD, BRACKETS.pattern), re.DOTALL)
_NAME = re.compile(rb"[%s]++" % WORD + many(rb"\.[%s]++" % WORD))
_COMMENT = re.compile(rb"#[^\n]*+|\\\n")
_OTHER_MEANING = frozenset({b"if", b"else", b"lambda", b",", b"=", b"for"})
_DEEPEST = 20


def holds(condition: bytes, names: Set[bytes], depth: int = 0) -> bool | None:
    """Three-valued: what it depends on beside these names for type checking is unknown."""
    if depth > _DEEPEST or not any(name in condition for name in names):
        return None
    tokens = _TOKENS.findall(_COMMENT.sub(b" ", condition))
    if any(token in _OTHER_MEANING for token in tokens):
        return None
    values = []
    for each in _split(tokens, b"or"):
        parts = [_operand(part, names, depth) for part in _split(each, b"and")]
        values.append(False if False in parts else None if None in parts else True)
    return True if True in values else None if None in values else False


def _split(tokens: Sequence[bytes], word: bytes) -> list[list[bytes]]:
    parts: list[list[bytes]] = [[]]
    for token in tokens:
        if token == word:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _operand(tokens: list[bytes], names: Set[bytes], depth: int) -> bool | None:
    negations = 0
    while tokens[negations : negations + 1] == [b"not"]:
        negations += 1
    rest = tokens[negations:]
    value = _value(rest, names, depth)
    return value if value is None or negations % 2 == 0 else not value


def _value(tokens: list[bytes], names: Set[bytes], depth: int) -> bool | None:
    if len(tokens) == 1 and tokens[0].startswith(b"("):
        return holds(tokens[0][1:-1], names, depth + 1)
    dotted = b"".join(tokens)
    if not _NAME.fullmatch(dotted) or len(tokens) % 2 == 0:
        return None
    attribute = dotted.rpartition(b".")[2] == TYPE_CHECKING.encode()
    return False if attribute or dotted in names else None
