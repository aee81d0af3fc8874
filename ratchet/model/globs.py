"""Path patterns: `*` within a part, `**` across parts, `?`, `[…]`, and a bare directory means everything below it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

from ratchet.model.patterns import below, translate

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
    plain = pattern.removeprefix("./").removeprefix("/").rstrip("/")
    return f"(?:{translate(plain, '/', captures=False)}){below('/')}"
