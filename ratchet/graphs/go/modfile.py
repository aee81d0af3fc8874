"""Module files `go.mod` and `go.work`: what a module is called, requires, replaces and is used with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ratchet.model.value import field, frozen

__all__ = ["ModFile", "Replaced", "Required", "parse"]

_WORD = re.compile(r"\"[^\"\n]*\"|`[^`\n]*`|//.*|=>|[()]|[^\s()\"`/]+(?:/(?!/)[^\s()\"`/]*)*|/")


Replaced = dict[tuple[str, str], tuple[str, str]]
"""From a module and its version, empty for any, to a path or another module and its version."""


@frozen
class Required:
    """A version of a module, and the line that asks for it."""

    version: str
    line: int


@frozen
class ModFile:
    """What a file says; `used` are directories."""

    module: str = ""
    required: dict[str, Required] = field(default_factory=dict)
    replaced: Replaced = field(default_factory=dict)
    used: tuple[str, ...] = ()


def parse(text: str) -> ModFile:
    """Read what we know, and leave the rest to the go command."""
    module, used = "", []
    required: dict[str, Required] = {}
    replaced: Replaced = {}
    for line, verb, words in _statements(text):
        if verb == "module" and words:
            module = module or words[0]
        elif verb == "require" and len(words) >= 2:
            required[words[0]] = Required(words[1], line)
        elif verb == "use" and words:
            used.append(words[0])
        elif verb == "replace" and "=>" in words[1:-1]:
            arrow = words.index("=>", 1)
            (name, version), target = _named(words[:arrow]), _named(words[arrow + 1 :])
            replaced[name, version] = target
    return ModFile(module, required, replaced, tuple(used))


def _named(words: list[str]) -> tuple[str, str]:
    return words[0], words[1] if len(words) > 1 else ""


def _statements(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """Each line with the verb that it, or the block around it, begins with."""
    block = ""
    for number, line in enumerate(text.split("\n"), start=1):
        words = [word.strip('"`') for word in _WORD.findall(line) if not word.startswith("//")]
        if block and words[:1] == [")"]:
            block = ""
        elif block and words:
            yield number, block, words
        elif words[1:2] == ["("] and words[-1] != ")":
            block = words[0]
        elif words:
            yield number, words[0], [word for word in words[1:] if word not in {"(", ")"}]
