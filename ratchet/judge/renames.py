"""Which new file is which old one under another name: by the lines they share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Mapping

__all__ = ["Lines", "lines_of", "renamed_nodes", "renames", "successors"]

Lines = Counter[bytes]
"""The lines of a file that say something, without white space around them."""

_SAYS = re.compile(rb"\w")
_HALF = 2
_IN_MANY = 50
"""A line in more old files than these tells nothing."""
_ALIKE = 0.5


def renames(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> dict[str, str]:
    """New path → old path, the most alike first, each used once; less than half alike is no rename."""
    before = {path: lines_of(content) for path, content in old.items()}
    after = {path: lines_of(content) for path, content in new.items()}
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


def _alike(one: Lines, other: Lines) -> float:
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


def lines_of(content: bytes) -> Lines:
    """The lines with a letter or a digit in them."""
    return Counter(line.strip() for line in content.splitlines() if _SAYS.search(line))


def successors(old: Mapping[str, Lines], new: Mapping[str, Lines], gone: Container[str]) -> dict[str, set[str]]:
    """Old path → the new files that have half of its lines if it is `gone`, or half of whose lines are from it.

    Of several old files that half of a new one may be from, that with the most of its lines is taken.
    """
    holders = _holders(old)
    found: dict[str, set[str]] = {}
    for path, lines in sorted(new.items()):
        shared: Counter[str] = Counter()
        for line, number in lines.items():
            for origin in holders.get(line, ()):
                shared[origin] += min(number, old[origin][line])
        best = min(shared, key=lambda origin: (-shared[origin], origin), default="")
        for origin, number in shared.items():
            is_of_it = origin == best and _HALF * number >= lines.total()
            if is_of_it or (origin in gone and _HALF * number >= old[origin].total()):
                found.setdefault(origin, set()).add(path)
    return found


def _holders(old: Mapping[str, Lines]) -> dict[bytes, list[str]]:
    found: dict[bytes, list[str]] = {}
    for path, lines in sorted(old.items()):
        for line in lines:
            found.setdefault(line, []).append(path)
    return {line: paths for line, paths in found.items() if len(paths) <= _IN_MANY}
