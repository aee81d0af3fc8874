"""Test code by its path, as the runners of this world find it."""

from __future__ import annotations

import re

__all__ = ["is_test"]

_DIRECTORIES = frozenset({"__tests__", "__mocks__", "__fixtures__", "test", "tests", "e2e", "cypress", "playwright"})
_NAME = re.compile(r".+[.-](?:test|tests|spec|e2e|cy|bench|stories|story)\.[\w.]+")


def is_test(path: str) -> bool:
    """Is this `x.test.ts`, `x.stories.tsx`, or anything below `__tests__`, `test`, `tests`, `e2e`?"""
    *directories, name = path.split("/")
    return not _DIRECTORIES.isdisjoint(directories) or _NAME.fullmatch(name) is not None
