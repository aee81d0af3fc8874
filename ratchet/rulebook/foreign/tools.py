"""Which tool a file of settings belongs to, and how its rules become ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ratchet.model.errors import Mistake, Place, RatchetError
from ratchet.model.value import frozen
from ratchet.rulebook.foreign import cargo_deny, depcruise, importlinter, tach
from ratchet.rulebook.foreign.translation import Translation, Tree
from ratchet.rulebook.toml_reader import read_toml

__all__ = ["PACK", "Tool", "translated"]

PACK = "arch"


@frozen
class Tool:
    """What a tool is called, and the function that translates a file of its settings."""

    name: str
    translate: Callable[[str, bytes, Tree], Translation]


_IMPORT_LINTER = Tool("importlinter", importlinter.translate)
_TACH = Tool("tach", tach.translate)
_CRUISER = Tool("dependency-cruiser", depcruise.translate)
_SCRIPT = Tool("dependency-cruiser", depcruise.refuse_script)
_BY_NAME: Mapping[str, Tool] = {
    ".dependency-cruiser.cjs": _SCRIPT,
    ".dependency-cruiser.js": _SCRIPT,
    ".dependency-cruiser.json": _CRUISER,
    ".dependency-cruiser.mjs": _SCRIPT,
    ".importlinter": _IMPORT_LINTER,
    "deny.toml": Tool("cargo-deny", cargo_deny.translate),
    "setup.cfg": _IMPORT_LINTER,
    "tach.toml": _TACH,
}


def translated(path: str, text: bytes, tree: Tree) -> tuple[str, Translation]:
    """The name of the tool and the rules that a file of it stands for; it is an error if there are none."""
    tool = _tool(path, text)
    found = tool.translate(path, text, tree)
    if not found.drafts:
        none = Mistake(f"nothing in it could be translated from {tool.name}", Place(path))
        raise RatchetError.of((*found.left, none))
    return tool.name, found


def _tool(path: str, text: bytes) -> Tool:
    name = path.rpartition("/")[2]
    if name in _BY_NAME:
        return _BY_NAME[name]
    if name == "pyproject.toml":
        return _in_pyproject(path, text)
    known = ", ".join(sorted({*_BY_NAME, "pyproject.toml"}))
    raise RatchetError(f"`{name}` is not a file of settings that can be translated", Place(path), f"known are {known}")


def _in_pyproject(path: str, text: bytes) -> Tool:
    tools = read_toml(path, text).get("tool")
    for key, tool in _TABLES.items():
        if isinstance(tools, dict) and key in tools:
            return tool
    tables = " nor ".join(f"[tool.{key}]" for key in _TABLES)
    raise RatchetError(f"there is neither {tables} in it", Place(path, 1))


_TABLES: Mapping[str, Tool] = {importlinter.SECTION: _IMPORT_LINTER, tach.SECTION: _TACH}
