"""Heavy libraries are paid for only by those who need them."""

from __future__ import annotations

import re
import sys

import pytest

from tests.repository import Repo, Result
from tests.self.modules import modules

HEAVY = {"networkx", "libcst", "ruamel", "tree_sitter", "tomlkit", "rich", "pydantic"}
RARE = HEAVY | {"dataclasses", "difflib", "pathlib", "shutil", "tempfile", "tomllib"}
"""What a run may do without where nothing is wrong and nothing is new."""
UNASKED = (
    "ratchet.rulebook",
    "ratchet.servers",
    "ratchet.syntax.facts",
    "ratchet.syntax.lens",
    "ratchet.syntax.queries",
)
"""Of our own, what reads rules and sources."""
PLAIN = "import sys; from ratchet.cli.main import main; main()"
OWN = """\
id: own/print
because: b
advice: a
count: {language: python, query: '(call function: (identifier) @finding (#eq? @finding "print"))'}
valid: ["f()\\n"]
invalid: ["print()\\n"]
"""
IMPORTED = re.compile(r"^import time:\s+\d+ \|\s+\d+ \|\s*(?P<name>\S+)$", re.MULTILINE)


def imported(result: Result) -> set[str]:
    """The top packages that `python -X importtime` saw."""
    names = {match["name"].split(".")[0] for match in IMPORTED.finditer(result.err)}
    assert "encodings" in names, f"this is no import trace: {result.err[:500]}"
    return names


def loaded(result: Result) -> set[str]:
    """The modules, in full."""
    return {match["name"] for match in IMPORTED.finditer(result.err)}


def trace(repo: Repo, *args: str) -> Result:
    return repo.run(sys.executable, "-X", "importtime", "-m", "ratchet", *args)


def bare(repo: Repo) -> set[str]:
    """What Python itself imports here, with whatever the environment makes it."""
    return imported(repo.run(sys.executable, "-X", "importtime", "-c", "pass"))


@pytest.fixture
def adopted(repo: Repo) -> Repo:
    """Under the ratchet, with rules of its own, and asked once before."""
    repo.write("shop/app.py", "from typing import Any\n\nx: Any = 1\n")
    repo.write("rules/own.yaml", OWN)
    repo.write("ratchet.toml", 'packs = ["python"]\n')
    assert repo.ratchet("init").code == 0
    repo.commit("adopt ratchet")
    return repo


def test_version_imports_no_heavy_library(repo: Repo) -> None:
    result = trace(repo, "--version")
    assert result.code == 0
    assert (imported(result) - bare(repo)) & (RARE | {"json", "sqlite3", "subprocess"}) == set()
    parts = {name.split(".")[1] for name in loaded(result) if name.startswith("ratchet.")}
    assert not parts & {"acts", "formats", "graphs", "judge", "kinds", "rulebook", "servers", "syntax"}


def test_help_imports_no_heavy_library(repo: Repo) -> None:
    result = trace(repo, "--help")
    assert result.code == 0
    assert not imported(result) & HEAVY


@pytest.mark.parametrize("args", [("check", "--staged"), ("check",), ("check", "--format", "json"), ("count",)])
def test_what_was_read_before_needs_no_parser(adopted: Repo, args: tuple[str, ...]) -> None:
    """Neither rules nor config, baselines or sources are parsed again, and no value class is written anew."""
    command = (sys.executable, "-X", "importtime", "-c", PLAIN, *args)
    assert adopted.run(*command).code == 0
    result = adopted.run(*command)
    assert "click" in imported(result)
    assert (imported(result) - bare(adopted)) & RARE == set()
    assert not {name for name in loaded(result) if name.startswith(UNASKED)}


def test_what_was_answered_before_needs_no_command_line(adopted: Repo) -> None:
    assert trace(adopted, "check", "--staged").code == 0
    result = trace(adopted, "check", "--staged")
    assert result.code == 0, result.err
    assert (imported(result) - bare(adopted)) & (RARE | {"click", "inspect", "typing"}) == set()


def test_a_change_that_means_nothing_needs_no_judge_and_no_policy(adopted: Repo) -> None:
    """The path of a hook: a tree-sitter without its package, and nothing that takes longer to load than to run."""
    for number in range(3):
        adopted.write("shop/app.py", f"from typing import Any\n\nx: Any = 1\n# {number}\n")
        adopted.git("add", "--all")
        assert number == 2 or trace(adopted, "check", "--staged").code == 0
    result = trace(adopted, "check", "--staged")
    assert result.code == 0, result.err
    unwanted = RARE | {"click", "typing", "hashlib", "_hashlib", "json", "sqlite3", "subprocess", "pickle", "selectors"}
    unwanted |= {"datetime", "inspect", "signal", "threading", "ctypes"}
    assert "ratchet.acts.neutral" in loaded(result)
    assert (imported(result) - bare(adopted)) & (unwanted - {"tree_sitter"}) == set()
    parts = {name.split(".")[1] for name in loaded(result) if name.startswith("ratchet.")}
    assert not parts & {"cli", "graphs", "judge", "kinds", "library", "rulebook", "servers"}


def test_no_module_of_ours_needs_dataclasses() -> None:
    """They would be written anew at every start; ratchet/model/value.py lets others use them with our values."""
    needing = {place.place for place in modules().values() for each in place.imports() if "dataclasses" in each.name}
    assert needing == {"ratchet/model/value.py"}


def test_check_needs_neither_graphs_nor_syntax_trees_of_python(repo: Repo) -> None:
    repo.write("src/lib.rs", "pub fn f() -> u8 { g().unwrap() }\n")
    assert repo.ratchet("init").code == 0
    repo.commit("adopt ratchet")
    result = trace(repo, "check")
    assert result.code == 0, result.err
    assert not imported(result) & {"networkx", "libcst"}


def test_a_merge_needs_neither_trees_nor_rules(repo: Repo) -> None:
    for name, number in (("o", 3), ("a", 2), ("b", 1)):
        repo.write(name, f'["src/lib.rs"]\n"rust/unwrap" = {number}\n')
    result = trace(repo, "merge", "o", "a", "b", "baselines/files.toml")
    assert result.code == 0, result.err
    assert repo.read("a").endswith('"rust/unwrap" = 1\n')
    assert not imported(result) & HEAVY
