"""Inline permissions: `ratchet: allow(RULE) reason="…"` in a comment."""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.model.facts import Allow, Region
from ratchet.syntax.late import late
from ratchet.syntax.source import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["WORD_IN_ALLOWS", "find_allows"]

WORD_IN_ALLOWS = b"ratchet:"
"""Without it a file has no allow."""

_ALLOW = late(rb'ratchet:\s*allow\(([^)]*)\)(?:\s*reason\s*=\s*"([^"]*)")?')


def find_allows(comments: Sequence[Node], source: bytes, lines: Lines, regions: Sequence[Region]) -> tuple[Allow, ...]:
    """The allows of a file, one rule each; a comment that spans lines speaks from its last line."""
    allows: dict[tuple[int, str], Allow] = {}
    for node in comments:
        text = source[node.start_byte : node.end_byte]
        line = lines.line(node.start_byte + len(text.rstrip()) - 1)
        if any(region.start <= node.start_byte < region.end for region in regions):
            continue  # a comment in test code cannot excuse production code on its line
        for rule, reason in _ALLOW().findall(text):
            allow = Allow(_text(rule), _text(reason), line, False)
            allows[line, allow.rule] = allow
    return tuple(allow for _, allow in sorted(allows.items()))


def _text(piece: bytes) -> str:
    return piece.decode("utf-8", "replace").strip()
