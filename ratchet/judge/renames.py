"""Which new file is which old one under another name: by the lines they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

__all__ = ["renamed_nodes", "renames"]

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


def renamed_nodes(before: Mapping[str, str], after: Mapping[str, str], files: Mapping[str, str]) -> dict[str, str]:
    """New name → old name of the crates and modules whose file has another name for them now, or is another file.

    The names are by file on either side, `files` is new path → old path. A name that both sides have means the same.
    """
    old_names, new_names = set(before.values()), set(after.values())
    found: dict[str, str] = {}
    for path, name in sorted(after.items()):
        old = before.get(files.get(path, path))
        if old and old != name and name not in old_names and old not in new_names:
            found[name] = old
    return found
