"""A call that imports a module by its name: `importlib.import_module("a")`, `__import__("a")`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ratchet.graphs.python.decoding import name_of
from ratchet.graphs.python.patterns import BRACKETS, GAP, STRINGS, WORD, many, some
from ratchet.graphs.python.statements import Taken

__all__ = ["MOST_NAMES", "Call", "Importers", "call_at"]

_OWNER = many(rb"[%s]++[ \t\f]*+\.[ \t\f]*+" % WORD)
_CALLEE = re.compile(rb"(\.[ \t\f]*+)?(?<![%s])(%s)(__)?\Z" % (WORD, _OWNER))
_OPEN = re.compile(many(GAP) + rb"(?=\()")
_LITERAL = re.compile(
    rb"[rRuU]?(?:\"\"\"([^\"\\]*+)\"\"\"|\'\'\'([^\'\\]*+)\'\'\'|\"([^\"\\\n]*+)\"|\'([^\'\\\n]*+)\')\s*+"
)
_ARGUMENT = re.compile(some(rb"[^\"'#()\[\]{},]++|%s|%s" % (STRINGS, BRACKETS.pattern)), re.DOTALL)
_KEYWORD = re.compile(rb"\s*+([%s]++)\s*+=(?!=)" % WORD)
_COMMENT = re.compile(rb"#[^\n]*+\n|\\\n")
_SEQUENCE = re.compile(rb"[\[(]([^\[\](){}]*+)[\])]")
_SPLIT = rb"__name__\s*+\.\s*+r(?:partition|split)\s*+\(.*"
_PACKAGE = re.compile(rb"__package__|__name__|__spec__\s*+\.\s*+parent|" + _SPLIT, re.DOTALL)
_BUILTINS = frozenset({b"builtins", b"__builtins__", b"__builtin__"})
MOST_NAMES = 20  # that a file may have for one thing; each is looked for in all of it
_LONGEST = 2000  # a call with more in its parentheses names no module


class Importers:
    """The names by which a file knows `importlib` and `import_module`."""

    def __init__(self) -> None:
        self.modules = {b"importlib"}
        self.functions: set[bytes] = set()

    def learn(self, taken: Taken) -> None:
        """What an import statement adds to them."""
        if taken.level or taken.module != "importlib":
            return
        aliases = dict(taken.renamed)
        if not taken.names:
            self.modules.add(aliases.get("importlib", "importlib").encode())
        elif "import_module" in taken.names:
            name = aliases.get("import_module", "import_module").encode()
            if len(self.functions) < MOST_NAMES:
                self.functions.add(name)


class Call(NamedTuple):
    """Where a call begins, and what it imports."""

    start: int
    taken: Taken


def call_at(text: bytes, start: int, end: int, importers: Importers) -> Call | None:
    """The call of the function whose name is here, if it imports a module that it names."""
    opening = _OPEN.match(text, end)
    callee = _CALLEE.search(text[max(0, start - 100) : start]) if opening else None
    if opening is None or callee is None or callee[1]:
        return None
    builtin = callee[3] is not None and text[start:end] == b"import__"
    owner = b"".join(callee[2].split())[:-1]
    if not _known(owner, text[start:end], builtin, importers):
        return None
    brackets = BRACKETS.match(text, opening.end(), opening.end() + _LONGEST)
    if brackets is None:
        return None
    arguments = dict(_arguments(brackets[0][1:-1]))
    taken = _imported(arguments) if builtin else _named(arguments)
    return Call(start - len(callee[2]) - len(callee[3] or b""), taken) if taken else None


def _known(owner: bytes, name: bytes, builtin: bool, importers: Importers) -> bool:
    if builtin:
        return not owner or owner in _BUILTINS or owner in importers.modules
    if owner:
        return name == b"import_module" and owner in importers.modules
    return name in importers.functions


def _arguments(inside: bytes) -> Iterator[tuple[str | int, bytes]]:
    """Each argument by its keyword or its number."""
    for number, part in enumerate(_ARGUMENT.findall(_COMMENT.sub(b" ", inside))):
        keyword = _KEYWORD.match(part)
        if keyword is not None:
            yield keyword[1].decode("utf-8", "replace"), part[keyword.end() :].strip()
        else:
            yield number, part.strip()


def _literal(expression: bytes) -> str | None:
    """The text of a string, or of several side by side; nothing for what is no literal, or holds an escape."""
    parts, place = [], 0
    while place < len(expression):
        found = _LITERAL.match(expression, place)
        if found is None:
            return None
        parts.append(found[found.lastindex or 0])
        place = found.end()
    return name_of(b"".join(parts)) if parts else None


def _named(arguments: dict[str | int, bytes]) -> Taken | None:
    """What `import_module` imports; a relative name only where the package is the file's own, or is named."""
    name = _literal(arguments.get(0, arguments.get("name", b"")))
    if not name:
        return None
    module = name.lstrip(".")
    level = len(name) - len(module)
    package = arguments.get(1, arguments.get("package", b""))
    if level == 0 or _PACKAGE.fullmatch(package):
        return Taken(module, level, ()) if module or level else None
    base = (_literal(package) or "").split(".")
    if not base[0] or level > len(base):
        return None
    return Taken(".".join([*base[: len(base) - level + 1], *filter(None, [module])]), 0, ())


def _imported(arguments: dict[str | int, bytes]) -> Taken | None:
    """What `__import__` imports, with the names and the level that are given as literals."""
    name = _literal(arguments.get(0, arguments.get("name", b"")))
    level = arguments.get(4, arguments.get("level", b"0"))
    depth = int(level) if level.isdigit() and len(level) < 3 else 0
    if name is None or not (name or depth):
        return None
    return Taken(name, depth, _names(arguments.get(3, arguments.get("fromlist", b""))))


def _names(expression: bytes) -> tuple[str, ...]:
    found = _SEQUENCE.fullmatch(expression)
    names = [_literal(part.strip()) for part in found[1].split(b",") if part.strip()] if found else []
    return tuple(name for name in names if name) if None not in names else ()
