"""Module files `go.mod` and `go.work`: what a module is called, requires, replaces and is used with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ratchet.model.value import field, frozen

__all__ = ["ModFile", "Required", "parse"]

_WORD = re.compile(r"\"[^\"\n]*\"|`[^`\n]*`|//.*|=>|[()]|[^\s()\"`/]+(?:/(?!/)[^\s()\"`/]*)*|/")


@frozen
class Required:
    """A version of a module, and the line that asks for it."""

    version: str
    line: int


@frozen
class ModFile:
    """What a file says; `replaced` leads from a module to a path or module and its version, `used` are directories."""

    module: str = ""
    required: dict[str, Required] = field(default_factory=dict)
    replaced: dict[str, tuple[str, str]] = field(default_factory=dict)
    used: tuple[str, ...] = ()


def parse(text: str) -> ModFile:
    """Read what we know, and leave the rest to the go command."""
    module, used = "", []
    required: dict[str, Required] = {}
    replaced: dict[str, tuple[str, str]] = {}
    for line, verb, words in _statements(text):
        if verb == "module" and words:
            module = module or words[0]
        elif verb == "require" and len(words) >= 2:
            required[words[0]] = Required(words[1], line)
        elif verb == "use" and words:
            used.append(words[0])
        elif verb == "replace" and "=>" in words[1:-1]:
            target = words[words.index("=>") + 1 :]
            replaced[words[0]] = (target[0], target[1] if len(target) > 1 else "")
    return ModFile(module, required, replaced, tuple(used))


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
