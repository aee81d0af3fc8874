"""grimp and tach against ratchet on the imports of a Python package: they differ only for reasons that are listed.

The two run in the interpreter that RATCHET_ORACLE_PYTHON names, or in our own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.graphs.python.trees import graph_of, pairs

PYTHON = os.environ.get("RATCHET_ORACLE_PYTHON", sys.executable)

PACKAGE = {
    "pkg/__init__.py": "from pkg import base\nfrom .base import *\n",
    "pkg/base.py": "import os\n",
    "pkg/plain.py": "import pkg.base, pkg.deep.inner\nfrom . import checked, attribute\nfrom pkg.deep import inner\n",
    "pkg/deep/__init__.py": "from .. import base\nfrom ..plain import x\n",
    "pkg/deep/inner.py": "from .other import (\n    y, # import pkg.string\n)\n",
    "pkg/deep/other.py": "try:\n    import pkg.base\nexcept E:\n    def f():\n        from pkg import plain\n",
    "pkg/checked.py": "import typing\nif typing.TYPE_CHECKING:\n    import pkg.base\nelse:\n    import pkg.string\n",
    "pkg/string.py": "NAME = 'pkg.deep.other'\n'''\nimport pkg.base\n'''\n",
    "pkg/called.py": "import importlib\nimportlib.import_module('pkg.base')\n__import__('pkg.plain')\n",
    "pkg/space/module.py": "import pkg.base\n",
    "pkg/user.py": "import pkg.space.module\n",
    "pkg/stubbed.py": "",
    "pkg/stubbed.pyi": "import pkg.base\n",
    "pkg/0001_first.py": "import pkg.base\n",
}

# What ratchet has and another tool has not.
GRIMP_MISSES = {
    "pkg.called -> pkg.base": "a module that is imported by a call",
    "pkg.called -> pkg.plain": "a module that is imported by a call",
    "pkg.space.module -> pkg.base": "modules in a namespace package",
    "pkg.stubbed -> pkg.base": "stubs",
    "pkg.user -> pkg.space.module": "modules in a namespace package",
}
TACH_MISSES = {
    "pkg.called -> pkg.base": "a module that is imported by a call",
    "pkg.called -> pkg.plain": "a module that is imported by a call",
    "pkg.checked -> pkg.base": "what is for type checkers, unless told otherwise",
    "pkg.checked -> pkg.string": "the else branch of what is for type checkers",
    "pkg.stubbed -> pkg.base": "stubs beside a module",
}
# What it has not, and another tool has.
TACH_ADDS = {"pkg.string -> pkg.deep.other": "a string with two dots that names a module, whatever it is for"}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as files, with a config for tach."""
    root = tmp_path_factory.mktemp("package")
    for path, text in {**PACKAGE, "tach.toml": 'modules = []\nsource_roots = ["."]\nexclude = []\n'}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def ours() -> set[str]:
    """The edges that ratchet sees."""
    return set(pairs(graph_of(PACKAGE)))


def run(root: Path, module: str, *arguments: str) -> str:
    """What a command of Python says; a tool that is not installed skips the test."""
    there = subprocess.run([PYTHON, "-c", f"import {module}"], capture_output=True, check=False)
    if there.returncode != 0:
        pytest.skip(f"NOT COMPARED WITH {module}: it is not installed for {PYTHON}")
    done = subprocess.run([PYTHON, *arguments], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def grimp(root: Path) -> set[str]:
    """The edges that grimp sees."""
    code = (
        "import grimp, json; graph = grimp.build_graph('pkg', cache_dir=None)\n"
        "print(json.dumps([[m, t] for m in graph.modules for t in graph.find_modules_directly_imported_by(m)]))"
    )
    return {f"{source} -> {target}" for source, target in json.loads(run(root, "grimp", "-c", code))}


@pytest.fixture(scope="module")
def tach(root: Path) -> set[str]:
    """The edges that tach sees, between files."""

    def name(path: str) -> str:
        return path.rpartition(".")[0].replace("/", ".").removesuffix(".__init__")

    run(root, "tach", "-m", "tach", "map", "-o", "map.json")
    found = json.loads((root / "map.json").read_text(encoding="utf-8"))
    return {f"{name(file)} -> {name(each)}" for file, others in found.items() for each in others if each != file}


def test_ratchet_sees_what_grimp_sees_and_what_it_is_listed_to_miss(grimp: set[str], ours: set[str]) -> None:
    assert (grimp - ours, ours - grimp) == (set(), set(GRIMP_MISSES))


def test_ratchet_sees_what_tach_sees_but_for_strings(tach: set[str], ours: set[str]) -> None:
    assert (tach - ours, ours - tach) == (set(TACH_ADDS), set(TACH_MISSES))


def test_ratchet_sees_all_that_is_listed_without_either_tool(ours: set[str]) -> None:
    assert ours >= {*GRIMP_MISSES, *TACH_MISSES}
    assert not ours & set(TACH_ADDS)
