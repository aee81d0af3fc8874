"""The imports that a JavaScript or TypeScript file writes down, by its bytes and its dialect."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from ratchet.graphs.typescript.scanner import scan
from ratchet.graphs.typescript.state import Found
from ratchet.model.graph import Import
from ratchet.model.sound import compiled

__all__ = ["dialect", "imports"]

_DIALECTS = {
    ".d.ts": "declarations",
    ".d.mts": "declarations",
    ".d.cts": "declarations",
    ".ts": "types",
    ".mts": "types",
    ".cts": "types",
    ".tsx": "markup",
    ".jsx": "markup",
    ".js": "markup",
    ".mjs": "markup",
    ".cjs": "markup",
    ".vue": "component",
    ".svelte": "component",
}
_FOREIGN = frozenset({"node_modules", ".yarn"})  # what a package manager put there
# A comment, or the tag that begins a script.
_SCRIPT = compiled(r"<!--[\s\S]*?(?:-->|\Z)|<script(?=[\s>])(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+(>)", re.IGNORECASE)
_END_OF_SCRIPT = compiled(r"</script\s*>", re.IGNORECASE)


def dialect(path: str) -> str:
    """How a file is to be read; empty for one that is no script."""
    *directories, name = path.split("/")
    if not _FOREIGN.isdisjoint(directories):
        return ""
    return next((dialect for suffix, dialect in _DIALECTS.items() if name.endswith(suffix)), "")


def imports(content: bytes, dialect: str) -> tuple[Import, ...]:
    """Every import in the order of the file."""
    text = _decoded(content)
    if dialect == "component":
        found: Iterator[Found] = (each for start, stop in _scripts(text) for each in scan(text, start, stop, False))
    else:
        found = iter(scan(text, 0, len(text), dialect == "markup"))
    return tuple(_placed(text, found, dialect == "declarations"))


def _decoded(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    return content.removeprefix(codecs.BOM_UTF8).decode(errors="surrogateescape")


def _scripts(text: str) -> Iterator[tuple[int, int]]:
    """Where the code of a component stands, outside of comments."""
    at = 0
    while match := _SCRIPT.search(text, at):
        at = match.end()
        if match[1]:
            end = _END_OF_SCRIPT.search(text, at)
            yield at, end.start() if end else len(text)
            at = end.end() if end else len(text)


def _placed(text: str, found: Iterator[Found], declared: bool) -> Iterator[Import]:
    """Lines and columns, counted once from top to bottom; columns are in bytes, as everywhere."""
    line, column, at = 1, 1, 0
    for each in found:
        begin = text.rfind("\n", at, each.offset) + 1
        if begin:
            line, column = line + text.count("\n", at, each.offset), 1
        column += len(text[max(begin, at) : each.offset].encode(errors="surrogateescape"))
        at = each.offset
        yield Import(line, column, each.module, each.names, 0, declared or each.type_only, each.lazy, each.conditional)
