"""A real git repository in a temporary directory, in which tests write files and run commands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.forking import forks

__all__ = ["TODAY", "Repo", "Result", "environment"]

TODAY = "2026-11-16"
MOMENT = f"{TODAY}T12:00:00+00:00"


def environment(home: Path) -> dict[str, str]:
    """What a command sees: the installed `ratchet` first on the path, a fixed day, and nothing of this machine.

    Starting from nothing keeps CI and agent variables, which change what ratchet says, out of the tests.
    """
    home.mkdir(parents=True, exist_ok=True)
    settings = {
        "PATH": os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)]),
        "HOME": str(home),
        "TZ": "UTC",
        "LANG": "C.UTF-8",
        "COLUMNS": "100",
        "PYTHONUNBUFFERED": "1",
        "RATCHET_TODAY": TODAY,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_AUTHOR_DATE": MOMENT,
        "GIT_COMMITTER_DATE": MOMENT,
    }
    inherited = {name: os.environ[name] for name in ("PYTHONPATH", "TMPDIR") if name in os.environ}
    return settings | inherited


@dataclass(frozen=True, slots=True)
class Result:
    """What a command left behind."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """The output, which must be one JSON document and nothing else."""
        return json.loads(self.out)


class Repo:
    """A directory with files; `init` makes it a git repository."""

    def __init__(self, root: Path, home: Path) -> None:
        self.root = root
        self.environment = environment(home)
        root.mkdir(parents=True, exist_ok=True)

    def init(self) -> None:
        """`git init` on branch main, with a user who may commit."""
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("config", "user.name", "Ada")
        self.git("config", "user.email", "ada@example.org")
        self.git("config", "commit.gpgsign", "false")

    def write(self, path: str, text: str | bytes) -> Path:
        """Write a file, with its directories."""
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text if isinstance(text, bytes) else text.encode())
        return target

    def read(self, path: str) -> str:
        """The text of a file."""
        return (self.root / path).read_bytes().decode()

    def remove(self, path: str) -> None:
        """Delete a file."""
        (self.root / path).unlink()

    def run(self, *command: str, env: Mapping[str, str] | None = None, stdin: str = "", cwd: str = "") -> Result:
        """Run any command at the top of the repository, or in a directory below it."""
        done = subprocess.run(
            command,
            cwd=self.root / cwd,
            env={**self.environment, **(env or {})},
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="surrogateescape",
            check=False,
            timeout=300,
        )
        return Result(done.returncode, done.stdout, done.stderr)

    def git(self, *args: str) -> str:
        """Run git, which must succeed, and give its output without the last newline."""
        result = self.run("git", *args)
        if result.code != 0:
            raise AssertionError(f"git {' '.join(args)} exited {result.code}: {result.err}{result.out}")
        return result.out.rstrip("\n")

    def ratchet(self, *args: str, env: Mapping[str, str] | None = None, stdin: str = "", cwd: str = "") -> Result:
        """Run ratchet in a process of its own: forked from one that has loaded it, where nothing speaks to Python."""
        if any(name.startswith("PYTHON") for name in env or {}):
            return self.run(sys.executable, "-m", "ratchet", *args, env=env, stdin=stdin, cwd=cwd)
        return Result(*forks().run(args, self.root / cwd, {**self.environment, **(env or {})}, stdin, 300))

    def commit(self, message: str = "change") -> str:
        """Commit everything that is there, also when nothing changed, and give the commit's id."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--no-verify", f"--message={message}")
        return self.git("rev-parse", "HEAD")
