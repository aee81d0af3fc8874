"""Path patterns: `*` within a part, `**` across parts, `?`, `[…]`, and a bare directory means everything below it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

__all__ = ["matcher"]


def matcher(patterns: Iterable[str]) -> Callable[[str], bool]:
    """A test for "does any of these patterns match this path"."""
    expression = "|".join(_translate(pattern) for pattern in patterns)
    if not expression:
        return lambda path: False
    compiled = re.compile(expression, re.DOTALL)
    return lambda path: compiled.fullmatch(path) is not None


@cache
def _translate(pattern: str) -> str:
    pattern = re.sub(r"(?:\*\*/)+", "**/", pattern.removeprefix("./").removeprefix("/"))  # a run of them is one
    parts = [_part(part) for part in re.split(r"(\*\*/|/\*\*$|\*\*|\*|\?|\[[^\]/]+\])", pattern.rstrip("/")) if part]
    return f"(?:{''.join(parts)})(?:/.*)?"


def _part(part: str) -> str:
    wild = {"**/": "(?:.*/)?", "/**": "/.*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    if part in wild:
        return wild[part]
    if part.startswith("[") and part.endswith("]"):
        return "[" + re.sub(r"^!", "^", part[1:-1]).replace("\\", "\\\\") + "]"
    return re.escape(part)
