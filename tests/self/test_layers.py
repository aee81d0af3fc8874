"""The shape of the code is the one that was decided: layers, doors, and who may touch the world."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.self.modules import Module, modules

LAYERS = (
    ("__main__",),
    ("cli",),
    ("servers",),
    ("library",),
    ("acts",),
    ("repo", "rulebook", "formats"),
    ("kinds", "judge"),
    ("syntax", "graphs", "intake"),
    ("model",),
)
RANK = {part: rank for rank, layer in enumerate(LAYERS) for part in layer}
TOP = "ratchet"  # `ratchet/__init__.py` holds the version, which everyone may read

DOORS = {
    "click": {"cli"},
    "lsprotocol": {"servers"},
    "mcp": {"servers"},
    "pygls": {"servers"},
    "libcst": {"syntax", "graphs"},
    "networkx": {"kinds", "graphs"},
    "ruamel": {"rulebook"},
    "tomlkit": {"repo"},
    "tree_sitter": {"syntax"},
    "tree_sitter_python": {"syntax"},
    "tree_sitter_rust": {"syntax"},
    "tree_sitter_toml": {"syntax"},
}

# What reaches the disk, other processes, the network, the clock or chance.
WORLD = {
    "asyncio", "concurrent", "fcntl", "fileinput", "ftplib", "glob", "http", "mmap", "multiprocessing", "random",
    "resource", "secrets", "select", "selectors", "shelve", "shutil", "signal", "socket", "sqlite3", "subprocess",
    "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
WORLD_PARTS = {"repo", "__main__"}
STREAM_PARTS = {"cli", "__main__"}
PRINTING = {"print", "input", "exit", "quit", "sys.exit", "sys.stdout.write", "sys.stderr.write"}
WORLD_CALLS = {"open", "io.open", "date.today", "datetime.now", "datetime.today", "datetime.utcnow"}
LONGEST = 250

ALL = modules()
EACH = pytest.mark.parametrize("module", ALL.values(), ids=lambda module: module.name)


def own_imports(module: Module) -> Iterator[tuple[str, int]]:
    """The modules of ratchet that it imports, with the line; `from package import name` is the module that has it."""
    for found in module.imports():
        if found.name == TOP or found.name.startswith(f"{TOP}."):
            owner = found.name if found.name in ALL else found.name.rpartition(".")[0]
            yield owner, found.line


def dotted(node: ast.AST) -> str:
    """`sys.stdout.write` for such an expression; empty for anything that is not names and dots."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (inner := dotted(node.value)):
        return f"{inner}.{node.attr}"
    return ""


def calls(module: Module) -> Iterator[tuple[str, int]]:
    """The dotted names that are called, with the line."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and (name := dotted(node.func)):
            yield name, node.lineno


@EACH
def test_every_module_has_a_place_in_the_layers(module: Module) -> None:
    assert module.part in RANK or module.name == TOP, f"{module.place} belongs to no layer of the design"


@EACH
def test_imports_go_down_and_never_to_a_sibling(module: Module) -> None:
    wrong = [
        f"{module.place}:{line} imports {name}"
        for name, line in own_imports(module)
        if name != TOP and not _may_import(module.part, name.split(".")[1])
    ]
    assert not wrong


def _may_import(part: str, other: str) -> bool:
    if part not in RANK:  # the front of the package: what it offers is loaded when it is asked for
        return other in ("library", "model")
    return part == other or RANK[part] < RANK[other]


def test_there_are_no_import_cycles() -> None:
    inner = (module for module in ALL.values() if module.name != TOP)
    graph = {module.name: {name for name, _ in own_imports(module)} for module in inner}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]), pytrace=False)


@EACH
def test_a_library_enters_by_its_door(module: Module) -> None:
    wrong = []
    for found in module.imports():
        library = found.name.split(".")[0]
        if library == TOP or library in sys.stdlib_module_names:
            continue
        if module.part not in DOORS.get(library, set()):
            wrong.append(f"{module.place}:{found.line} imports {library}")
    assert not wrong


@EACH
def test_nothing_below_the_command_line_prints_or_exits(module: Module) -> None:
    if module.part in STREAM_PARTS:
        return
    wrong = [f"{module.place}:{line} calls {name}" for name, line in calls(module) if name in PRINTING]
    names = [node for node in ast.walk(module.tree) if isinstance(node, ast.Name) and node.id == "SystemExit"]
    assert not wrong + [f"{module.place}:{node.lineno} names SystemExit" for node in names]


@EACH
def test_only_repo_touches_the_world(module: Module) -> None:
    if module.part in WORLD_PARTS:
        return
    imported = [f"{module.place}:{found.line} imports {found.name}" for found in module.imports() if _world(found.name)]
    called = [f"{module.place}:{line} calls {name}" for name, line in calls(module) if name in WORLD_CALLS]
    if module.part in STREAM_PARTS:  # the command line reads the variables that name colours and today
        imported = [entry for entry in imported if not entry.endswith(("imports os", "imports shutil", "imports time"))]
    if module.part == "servers":  # one question does not wait for another
        imported = [entry for entry in imported if not entry.endswith("imports asyncio")]
    assert not imported + called


def _world(name: str) -> bool:
    top = name.split(".", maxsplit=1)[0]
    disk = (top in {"os", "io"} and name != "io.StringIO") or (top == "pathlib" and not name.startswith("pathlib.Pure"))
    return disk or top in WORLD


@EACH
def test_a_module_is_short_and_begins_with_a_sentence(module: Module) -> None:
    length = module.text.count("\n")
    assert length <= LONGEST, f"{module.place} has {length} lines: it wants to be two modules"
    assert module.sentence.endswith("."), f"{module.place} does not begin with a sentence"
    assert module.sentence[0].isupper() or module.sentence[0] in "`.", f"{module.place}: {module.sentence}"
