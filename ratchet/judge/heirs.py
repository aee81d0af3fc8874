"""Which new files go on with the lines of old ones, whole or in parts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Mapping

__all__ = ["Lines", "heirs", "lines_of"]

Lines = Counter[bytes]
"""The lines of a file that say something, without white space around them."""

_SAYS = re.compile(rb"\w")
_HALF = 2
_IN_MANY = 50
"""A line in more old files than these tells nothing."""


def lines_of(content: bytes) -> Lines:
    """The lines with a letter or a digit in them."""
    return Counter(line.strip() for line in content.splitlines() if _SAYS.search(line))


def heirs(old: Mapping[str, Lines], new: Mapping[str, Lines], gone: Container[str]) -> dict[str, set[str]]:
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
