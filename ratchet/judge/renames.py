"""Which new file is which old one under another name: by the lines they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

__all__ = ["renames"]

_ALIKE = 0.5


def renames(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> dict[str, str]:
    """New path → old path, the most alike first, each used once; less than half alike is no rename."""
    before = {path: _lines(content) for path, content in old.items()}
    after = {path: _lines(content) for path, content in new.items()}
    scores = [
        (-_alike(lines, after[path]), origin, path)
        for origin, lines in sorted(before.items())
        for path in sorted(after)
    ]
    found: dict[str, str] = {}
    for score, origin, path in sorted(scores):
        if -score >= _ALIKE and path not in found and origin not in found.values():
            found[path] = origin
    return found


def _lines(content: bytes) -> Counter[bytes]:
    return Counter(line.strip() for line in content.splitlines() if line.strip())


def _alike(one: Counter[bytes], other: Counter[bytes]) -> float:
    most = max(one.total(), other.total())
    return (one & other).total() / most if most else 0.0
