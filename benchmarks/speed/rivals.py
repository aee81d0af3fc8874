"""The commands that ratchet is held against, where they are installed."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.speed.processes import quietly

__all__ = [
    "AST_GREP",
    "GIT",
    "OURS",
    "PARSE",
    "PYTHON",
    "RIPGREP",
    "SEMGREP",
    "Tool",
    "Tools",
    "find_tools",
]

OURS, PYTHON, GIT, RIPGREP = "ratchet", "python -c pass", "git status", "ripgrep"
AST_GREP, SEMGREP = "ast-grep", "semgrep"
PARSE = "the parse alone"
_RULES = Path(__file__).parent / "rules"


@dataclass(frozen=True, slots=True)
class Tool:
    """A command, and the exit codes that mean it did its work."""

    name: str
    command: tuple[str, ...]
    codes: tuple[int, ...] = (0,)
    version: str = ""

    def with_words(self, *words: str) -> Tool:
        """The same with more arguments."""
        return Tool(self.name, (*self.command, *words), self.codes, self.version)


@dataclass(frozen=True, slots=True)
class Tools:
    """Ours, the others by name, and those that are not installed."""

    ours: Tool
    others: dict[str, Tool]
    missing: tuple[str, ...]

    def some(self, *names: str) -> list[Tool]:
        """Those of some names that are installed."""
        return [self.others[name] for name in names if name in self.others]


def find_tools(ratchet: str, given: Iterable[str]) -> Tools:
    """Look on the path, and in directories that were given."""
    path = ":".join(given) or None
    ours = _executable(ratchet, path) or ratchet
    programs = {
        PYTHON: ((_interpreter(ours), "-c", "pass"), (0,)),
        GIT: (("git", "status"), (0,)),
        RIPGREP: (("rg", "-c", r"\.unwrap\(\)|\.expect\(|\bunsafe\b", "-t", "rust", "."), (0, 1)),
        AST_GREP: (("ast-grep", "scan", "-r", str(_RULES / "ast-grep.yml"), "--json=stream"), (0, 1)),
        SEMGREP: (_semgrep(), (0, 1, 2)),
        PARSE: ((_interpreter(ours), str(Path(__file__).parent / "whole_parse.py")), (0,)),
    }
    found: dict[str, Tool] = {}
    for name, ((program, *words), codes) in programs.items():
        executable = _executable(program, path)
        if executable:
            found[name] = Tool(name, (executable, *words), codes, _version(name, executable))
    missing = tuple(name for name in programs if name not in found)
    return Tools(Tool(OURS, (ours,), version=_version(OURS, ours)), found, missing)


def _semgrep() -> tuple[str, ...]:
    rule = str(_RULES / "semgrep.yml")
    return (
        "semgrep",
        "scan",
        "--config",
        rule,
        "--metrics",
        "off",
        "--disable-version-check",
        "--quiet",
        "--json",
        "-j",
        "2",
    )


def _executable(program: str, path: str | None) -> str | None:
    return shutil.which(program, path=path) or shutil.which(program)


def _interpreter(script: str) -> str:
    """The interpreter that a script names in its first line: the one whose start ratchet pays for."""
    with Path(script).open("rb") as file:
        first = file.readline().decode(errors="replace").strip()
    named = first.removeprefix("#!").split()
    return named[0] if first.startswith("#!") and "python" in named[0] else sys.executable


def _version(name: str, executable: str) -> str:
    """What it says of itself, with its name."""
    said = quietly([executable, "--version"], Path.cwd()).strip().split("\n")[0]
    return said if said[:1].isalpha() else f"{name} {said}"
