"""Who may print, and who may touch the world: what the rules on imports, in rules/shape.yaml, cannot see."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.self.modules import Import, Module, modules

WORLD_PARTS = {"quick", "repo", "__main__"}
STREAM_PARTS = {"cli", "__main__"}
PRINTING = {"print", "input", "exit", "quit", "sys.exit", "sys.stdout.write", "sys.stderr.write"}
WORLD_CALLS = {"open", "io.open", "date.today", "datetime.now", "datetime.today", "datetime.utcnow"}
LONGEST = 250

ALL = modules()


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


def test_nothing_below_the_command_line_prints_or_exits() -> None:
    wrong = []
    for module in ALL.values():
        if module.part not in STREAM_PARTS:
            wrong += [f"{module.place}:{line} calls {name}" for name, line in calls(module) if name in PRINTING]
            names = [node for node in ast.walk(module.tree) if isinstance(node, ast.Name) and node.id == "SystemExit"]
            wrong += [f"{module.place}:{node.lineno} names SystemExit" for node in names]
    assert not wrong


def test_only_repo_touches_the_world() -> None:
    wrong = []
    for module in ALL.values():
        if module.part not in WORLD_PARTS:
            wrong += [f"{module.place}:{line} calls {name}" for name, line in calls(module) if name in WORLD_CALLS]
            wrong += [f"{module.place}:{found.line} imports {found.name}" for found in module.imports() if _disk(found)]
    assert not wrong


def _disk(found: Import) -> bool:
    """Parts of modules that rules on imports take for one: paths that are only text are no disk."""
    top = found.name.split(".", maxsplit=1)[0]
    return (top == "io" and found.name != "io.StringIO") or (
        top == "pathlib" and not found.name.startswith("pathlib.Pure")
    )


def test_a_module_is_short_and_begins_with_a_sentence() -> None:
    for module in ALL.values():
        length = module.text.count("\n")
        assert length <= LONGEST, f"{module.place} has {length} lines: it wants to be two modules"
        assert module.sentence.endswith("."), f"{module.place} does not begin with a sentence"
        assert module.sentence[0].isupper() or module.sentence[0] in "`.", f"{module.place}: {module.sentence}"
