"""Heavy libraries are paid for only by those who need them."""

from __future__ import annotations

import re
import sys

from tests.repository import Repo, Result

HEAVY = {"networkx", "libcst", "ruamel", "tree_sitter", "tomlkit"}
IMPORTED = re.compile(r"^import time:\s+\d+ \|\s+\d+ \|\s*(?P<name>\S+)$", re.MULTILINE)


def imported(result: Result) -> set[str]:
    """The top packages that `python -X importtime` saw."""
    names = {match["name"].split(".")[0] for match in IMPORTED.finditer(result.err)}
    assert "encodings" in names, f"this is no import trace: {result.err[:500]}"
    return names


def trace(repo: Repo, *args: str) -> Result:
    return repo.run(sys.executable, "-X", "importtime", "-m", "ratchet", *args)


def test_version_imports_no_heavy_library(repo: Repo) -> None:
    result = trace(repo, "--version")
    assert result.code == 0
    assert not imported(result) & HEAVY


def test_help_imports_no_heavy_library(repo: Repo) -> None:
    result = trace(repo, "--help")
    assert result.code == 0
    assert not imported(result) & HEAVY


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
