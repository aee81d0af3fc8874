"""ratchet guards ratchet: this repository keeps to its own rules, and nothing of it is left to tighten."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from ratchet.repo.ci_systems import MARKERS

_TOP = Path(__file__).parents[2]


def _ratchet(*args: str) -> subprocess.CompletedProcess[str]:
    """As outside CI: whether a pull request may land is for a check of its own, in a clone that has its base."""
    environment = {name: value for name, value in os.environ.items() if name not in MARKERS}
    return subprocess.run(
        [sys.executable, "-m", "ratchet", *args],
        cwd=_TOP, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_nothing_got_worse() -> None:
    done = _ratchet("check")
    dirty = subprocess.run(
        ["git", "status", "--porcelain"], cwd=_TOP, capture_output=True, text=True, check=True
    ).stdout
    # A change to the ledger or the rules is for a maintainer to sign off, until it is committed.
    assert done.returncode in ({0, 4} if dirty else {0}), done.stdout + done.stderr


def test_nothing_is_left_to_tighten() -> None:
    done = _ratchet("tighten", "--check")
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_example_of_every_rule_holds() -> None:
    done = _ratchet("test")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 failed" in done.stdout
