"""The imports of a Python file by Python's own parser: slow, exact, and what the scanner is held against."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ratchet.model.graph import Import

__all__ = ["read_imports"]

BUILTINS = {"", "builtins", "__builtins__", "__builtin__"}


@dataclass(frozen=True)
class Around:
    """Where a node stands."""

    type_only: bool = False
    lazy: bool = False
    conditional: bool = False


@dataclass
class Known:
    """The names of this file for what imports, and for `TYPE_CHECKING`."""

    modules: set[str] = field(default_factory=lambda: {"importlib"})
    functions: set[str] = field(default_factory=set)
    checking: set[str] = field(default_factory=lambda: {"TYPE_CHECKING"})


def read_imports(source: bytes) -> tuple[Import, ...]:
    """Every import, sorted. Raises what `ast.parse` raises."""
    tree = ast.parse(source)
    known = Known()
    for node in ast.walk(tree):
        _learn(node, known)
    lines = source.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    found = [each for node in tree.body for each in _Reader(known, lines).read(node, Around())]
    return tuple(sorted(found))


def _learn(node: ast.AST, known: Known) -> None:
    if isinstance(node, ast.Import):
        known.modules |= {each.asname or each.name for each in node.names if each.name == "importlib"}
    elif isinstance(node, ast.ImportFrom):
        for each in node.names:
            if each.name == "TYPE_CHECKING":
                known.checking.add(each.asname or each.name)
            elif each.name == "import_module" and node.module == "importlib" and not node.level:
                known.functions.add(each.asname or each.name)


class _Reader:
    def __init__(self, known: Known, lines: list[bytes]) -> None:
        self.known = known
        self.lines = lines

    def read(self, node: ast.AST, around: Around) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield self.made(node, around, alias.name, (), 0)
        elif isinstance(node, ast.ImportFrom):
            names = tuple(alias.name for alias in node.names)
            yield self.made(node, around, node.module or "", names, node.level)
        else:
            if isinstance(node, ast.Call):
                yield from self.call(node, around)
            for child, inside in self.children(node, around):
                yield from self.read(child, inside)

    def made(
        self, node: ast.expr | ast.stmt, around: Around, module: str, names: tuple[str, ...], level: int
    ) -> Import:
        before = self.lines[node.lineno - 1][: node.col_offset]
        column = len(before.decode("utf-8", "replace")) + 1
        return Import(node.lineno, column, module, names, level, around.type_only, around.lazy, around.conditional)

    def children(self, node: ast.AST, around: Around) -> Iterator[tuple[ast.AST, Around]]:
        """Each child with what it is; a branch is conditional, a body of a function lazy."""
        branch = replace(around, conditional=True)
        if isinstance(node, ast.If):
            value = self.value(node.test)
            yield node.test, around
            yield from ((each, replace(branch, type_only=around.type_only or value is False)) for each in node.body)
            yield from ((each, replace(branch, type_only=around.type_only or value is True)) for each in node.orelse)
        elif isinstance(node, (ast.Try, ast.TryStar)):
            yield from ((each, branch) for each in (*node.body, *node.handlers, *node.orelse))
            yield from ((each, around) for each in node.finalbody)
        elif isinstance(node, ast.match_case):
            yield from ((each, branch) for each in ast.iter_child_nodes(node))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            body = node.body if isinstance(node.body, list) else [node.body]
            inner = {id(each) for each in body}
            for each in ast.iter_child_nodes(node):
                yield each, replace(around, lazy=True) if id(each) in inner else around
        else:
            yield from ((each, around) for each in ast.iter_child_nodes(node))

    def value(self, test: ast.expr) -> bool | None:
        """What a condition is at run time."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            value = self.value(test.operand)
            return None if value is None else not value
        if isinstance(test, ast.BoolOp):
            values = [self.value(each) for each in test.values]
            decisive = isinstance(test.op, ast.Or)
            return decisive if decisive in values else None if None in values else not decisive
        if isinstance(test, ast.Name):
            return False if test.id in self.known.checking else None
        dotted = _dotted(test)
        return False if dotted and dotted.endswith(".TYPE_CHECKING") else None

    def call(self, node: ast.Call, around: Around) -> Iterator[Import]:
        owner, _, name = (_dotted(node.func) or "").rpartition(".")
        keywords = {each.arg: each.value for each in node.keywords if each.arg}
        arguments = [*node.args]

        def given(number: int, keyword: str) -> ast.expr | None:
            return arguments[number] if number < len(arguments) else keywords.get(keyword)

        text = _text(given(0, "name"))
        if text is None:
            return
        if name == "__import__" and (owner in BUILTINS or owner in self.known.modules):
            level = given(4, "level")
            depth = level.value if isinstance(level, ast.Constant) and isinstance(level.value, int) else 0
            if text or depth:
                yield self.made(node.func, around, text, _texts(given(3, "fromlist")), depth)
        elif (owner in self.known.modules and name == "import_module") or (not owner and name in self.known.functions):
            yield from self.relative(node, around, text, given(1, "package"))

    def relative(self, node: ast.Call, around: Around, text: str, package: ast.expr | None) -> Iterator[Import]:
        module = text.lstrip(".")
        level = len(text) - len(module)
        words = "" if package is None else ast.unparse(package)
        own = words in ("__package__", "__name__", "__spec__.parent") or words.startswith(
            ("__name__.rpartition(", "__name__.rsplit(")
        )
        if own if level else module:
            yield self.made(node.func, around, module, (), level)
        elif level and (base := (_text(package) or "").split("."))[0] and level <= len(base):
            parts = base[: len(base) - level + 1] + ([module] if module else [])
            yield self.made(node.func, around, ".".join(parts), (), 0)


def _dotted(node: ast.expr) -> str | None:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = _dotted(node.value)
        return None if owner is None else f"{owner}.{node.attr}"
    return None


def _text(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _texts(node: ast.expr | None) -> tuple[str, ...]:
    if not isinstance(node, (ast.List, ast.Tuple)):
        return ()
    texts = [_text(each) for each in node.elts]
    return tuple(each for each in texts if each) if None not in texts else ()
