"""Other code has another name: whatever takes facts from files, ours or a grammar's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.self.modules import TOP


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of ratchet, and a package with a binary."""
    shutil.copytree(TOP / "ratchet", tmp_path / "ratchet", ignore=shutil.ignore_patterns("__pycache__"))
    grammar = tmp_path / "tree_sitter_toy"
    grammar.mkdir()
    (grammar / "__init__.py").write_text("raise ImportError('nothing is imported')\n")
    (grammar / "_binding.abi3.so").write_bytes(b"1")
    return tmp_path


def engine(package: Path, *of: str) -> str:
    code = "import sys; from ratchet.repo.engine import engine; print(engine(*sys.argv[1:]))"
    command = [sys.executable, "-c", code, *of]
    done = subprocess.run(command, cwd=package, env={}, capture_output=True, text=True, check=True)
    return done.stdout


def touch(path: Path) -> None:
    """The same bytes at another time, as after an upgrade that is none in size."""
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1))


@pytest.mark.parametrize(
    "name", ["syntax/rust/cfg.py", "graphs/reader.py", "model/facts.py", "acts/keeping.py", "syntax/facts.py"]
)
def test_an_edit_of_what_takes_facts_is_another_engine(package: Path, name: str) -> None:
    before = engine(package)
    touch(package / "ratchet" / name)
    edited = engine(package)
    (package / "ratchet" / name).write_text((package / "ratchet" / name).read_text() + "\n")
    assert len({before, edited, engine(package)}) == 3


def test_a_new_file_is_another_engine_and_an_edit_elsewhere_is_not(package: Path) -> None:
    before = engine(package)
    touch(package / "ratchet/cli/check.py")
    assert engine(package) == before  # and the compiled files that the first run left behind change nothing
    (package / "ratchet/syntax/rust/more.py").write_text("")
    assert engine(package) != before


def test_another_binary_of_a_grammar_is_another_engine_and_the_grammar_is_not_imported(package: Path) -> None:
    before = engine(package, "tree_sitter_toy")
    assert before != engine(package)
    assert before == engine(package, "tree_sitter_toy")
    touch(package / "tree_sitter_toy/_binding.abi3.so")
    assert before != engine(package, "tree_sitter_toy")


def test_a_grammar_that_is_not_installed_is_another_engine_than_one_that_is(package: Path) -> None:
    before = engine(package, "tree_sitter_toy")
    shutil.rmtree(package / "tree_sitter_toy")
    assert engine(package, "tree_sitter_toy") not in {before, ""}
