"""Inline permissions: `ratchet: allow(RULE, …) reason="…"` in a comment."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ratchet.model.facts import Allow
from ratchet.syntax.scoping import Captures
from ratchet.syntax.source import Lines

__all__ = ["find_allows"]

_ALLOW = re.compile(rb'ratchet:\s*allow\(([^)]*)\)(?:\s*reason\s*=\s*"([^"]*)")?')


def find_allows(comments: Sequence[Captures], source: bytes, lines: Lines) -> tuple[Allow, ...]:
    """The allows of a file; a comment that spans lines speaks from its last line."""
    if b"ratchet:" not in source:
        return ()
    allows: dict[tuple[int, str], Allow] = {}
    for captures in comments:
        for node in captures["comment"]:
            text = source[node.start_byte : node.end_byte]
            line = lines.line(node.start_byte + len(text.rstrip()) - 1)
            for rules, reason in _ALLOW.findall(text):
                for rule in rules.decode("utf-8", "replace").split(","):
                    given = reason.decode("utf-8", "replace").strip()
                    allows[line, rule.strip()] = Allow(rule.strip(), given, line, False)
    return tuple(allow for _, allow in sorted(allows.items()))
