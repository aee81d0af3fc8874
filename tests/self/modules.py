"""ratchet's own modules as Python's parser sees them: their sentences, their imports, their names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import ratchet

__all__ = ["PACKAGE", "TOP", "Import", "Module", "modules"]

PACKAGE = Path(ratchet.__file__).parent
TOP = Path(__file__).parent.parent.parent


@dataclass(frozen=True, slots=True)
class Import:
    """One imported name, in full, and the line that imports it."""

    name: str
    line: int


@dataclass(frozen=True, slots=True)
class Module:
    """A module by its dotted name, e.g. `ratchet.judge.compare`; a package is its `__init__`."""

    name: str
    path: Path
    text: str
    tree: ast.Module

    @property
    def part(self) -> str:
        """Which part of ratchet it belongs to: `cli`, `acts`, …; `ratchet` for the top."""
        parts = self.name.split(".")
        return parts[1] if len(parts) > 1 else parts[0]

    @property
    def sentence(self) -> str:
        """The first paragraph of its docstring, in one line."""
        return " ".join((ast.get_docstring(self.tree) or "").split("\n\n")[0].split())

    @property
    def place(self) -> str:
        """Its path as a reader would name it."""
        return f"ratchet/{self.path.relative_to(PACKAGE).as_posix()}"

    def imports(self) -> Iterator[Import]:
        """Every import anywhere in the module, also those inside functions and those by a literal name."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (Import(alias.name, node.lineno) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield from (Import(f"{node.module}.{alias.name}", node.lineno) for alias in node.names)
            elif isinstance(node, ast.Call) and (name := _imported_by_call(node)):
                yield Import(name, node.lineno)


def modules() -> dict[str, Module]:
    """All of them, by name."""
    found = (_module(path) for path in sorted(PACKAGE.rglob("*.py")))
    return {module.name: module for module in found}


def _module(path: Path) -> Module:
    parts = ["ratchet", *path.relative_to(PACKAGE).with_suffix("").parts]
    text = path.read_text(encoding="utf-8")
    return Module(".".join(parts).removesuffix(".__init__"), path, text, ast.parse(text))


def _imported_by_call(node: ast.Call) -> str:
    if ast.unparse(node.func) not in {"__import__", "import_module", "importlib.import_module"} or not node.args:
        return ""
    first = node.args[0]
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
