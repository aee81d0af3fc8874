"""The code is typed, linted and formatted: the same commands a developer would run."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.self.modules import TOP

COMMANDS = (
    ("ruff", "check", "ratchet", "tests", "docs", "benchmarks"),
    ("ruff", "format", "--check", "ratchet", "tests", "docs", "benchmarks"),
    ("mypy", "--strict", "ratchet", "tests", "docs", "benchmarks"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_code_passes(command: tuple[str, ...]) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=TOP, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.fail(f"{' '.join(command)}\n{done.stdout}{done.stderr}", pytrace=False)
