"""What an import statement takes: the specifier, the names, and whether only a type checker sees it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from ratchet.graphs.typescript.patterns import COMMENT

__all__ = ["Taken", "exported", "imported", "unquoted"]

# Specifier, names, whether all of it is types.
Taken = tuple[str, tuple[str, ...], bool]

_SPECIFIER = re.compile(r"[\w$]+|\"[^\"]*\"|'[^']*'")
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}|(\r\n|.))", re.DOTALL)
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "", "\r": "", "\r\n": ""}
_TYPES = ("type", "typeof")


def imported(match: re.Match[str]) -> Taken:
    """Of an `import … from`, `import "x"` or `import x = require("x")`."""
    if bare := match["bare"]:
        return unquoted(bare), (), False
    if required := match["required"]:
        return unquoted(required), ("*",), match["kept"] in _TYPES
    braces = match["names"] or match["more"]
    specifiers = tuple(_specifiers(braces)) if braces else ()
    default = ("default",) if match["default"] else ()
    space = ("*",) if match["space"] or match["besides"] else ()
    typed = not default and not space and bool(specifiers) and all(only for _, only in specifiers)
    names = default + space + tuple(name for name, _ in specifiers)
    return unquoted(match["source"]), names, typed or match["phase"] in _TYPES


def exported(match: re.Match[str]) -> Taken:
    """Of an `export … from`."""
    typed = match["phase"] in _TYPES
    if match["names"] is None:
        return unquoted(match["source"]), ("*",), typed
    specifiers = tuple(_specifiers(match["names"]))
    typed = typed or (bool(specifiers) and all(only for _, only in specifiers))
    return unquoted(match["source"]), tuple(name for name, _ in specifiers), typed


def unquoted(literal: str) -> str:
    """The text of a string literal."""
    inner = literal[1:-1]
    return _ESCAPE.sub(_meant, inner) if "\\" in inner else inner


def _meant(escape: re.Match[str]) -> str:
    """The character that an escape in a string stands for."""
    number = escape[1] or escape[2] or escape[3]
    if number is None:
        return _SIMPLE.get(escape[4], escape[4])
    code = int(number, 16)
    return chr(code) if code <= sys.maxunicode else ""


def _specifiers(braces: str) -> Iterator[tuple[str, bool]]:
    """Each name between braces as its module calls it, and whether it is marked as a type."""
    for part in COMMENT.sub(" ", braces[1:-1]).split(","):
        if words := _SPECIFIER.findall(part):
            name, typed = _named(words)
            yield (unquoted(name) if name[0] in "\"'" else name), typed


def _named(words: list[str]) -> tuple[str, bool]:
    """`type` is a mark unless it is itself the name: `{ type }`, `{ type as x }`, but `{ type as as x }`."""
    first, *rest = words
    if first in _TYPES and rest and (rest[0] != "as" or len(rest) in {1, 3}):
        return rest[0], True
    return first, False
