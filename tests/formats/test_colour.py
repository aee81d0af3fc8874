"""Who decides about colour: `--color`, then NO_COLOR, then FORCE_COLOR, then the terminal."""

from __future__ import annotations

import itertools
import os
import pty
import re
import subprocess
import sys
from collections.abc import Mapping

import pytest

from ratchet.cli.plumbing.terminal import wants_colour
from tests.repository import Repo

COLOUR = re.compile(r"\x1b\[[0-9;]*m")  # progress uses other sequences
NO, FORCE = {"NO_COLOR": "1"}, {"FORCE_COLOR": "1"}

TABLE = [
    # --color, NO_COLOR, FORCE_COLOR, terminal → colour
    ("always", "", "", False, True),
    ("always", "", "", True, True),
    ("always", "", "1", False, True),
    ("always", "", "1", True, True),
    ("always", "1", "", False, True),
    ("always", "1", "", True, True),
    ("always", "1", "1", False, True),
    ("always", "1", "1", True, True),
    ("never", "", "", False, False),
    ("never", "", "", True, False),
    ("never", "", "1", False, False),
    ("never", "", "1", True, False),
    ("never", "1", "", False, False),
    ("never", "1", "", True, False),
    ("never", "1", "1", False, False),
    ("never", "1", "1", True, False),
    ("auto", "", "", False, False),
    ("auto", "", "", True, True),
    ("auto", "", "1", False, True),
    ("auto", "", "1", True, True),
    ("auto", "1", "", False, False),
    ("auto", "1", "", True, False),
    ("auto", "1", "1", False, False),
    ("auto", "1", "1", True, False),
]


def test_the_table_is_whole() -> None:
    every = itertools.product(("always", "never", "auto"), ("", "1"), ("", "1"), (False, True))
    assert [row[:4] for row in TABLE] == list(every)


@pytest.mark.parametrize(("choice", "no", "force", "terminal", "colour"), TABLE)
def test_who_decides(
    choice: str, no: str, force: str, terminal: bool, colour: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", no)
    monkeypatch.setenv("FORCE_COLOR", force)
    assert wants_colour(choice, terminal) is colour
    for name in ("NO_COLOR", "FORCE_COLOR"):  # an empty variable says the same as none
        if not os.environ[name]:
            monkeypatch.delenv(name)
    assert wants_colour(choice, terminal) is colour


def test_a_dumb_terminal_has_no_colour_unless_it_is_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    assert not wants_colour("auto", True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert wants_colour("auto", True)


@pytest.fixture
def counted(repo: Repo) -> Repo:
    """A repository with one site."""
    repo.write("src/lib.rs", "pub fn f() -> u8 { g().unwrap() }\n")
    return repo


@pytest.mark.parametrize(
    ("args", "env", "colour"),
    [
        ((), {}, False),
        ((), FORCE, True),
        ((), {**NO, **FORCE}, False),
        (("--color", "always"), NO, True),
        (("--color", "never"), FORCE, False),
        (("--color", "always", "--format", "json"), FORCE, False),
    ],
)
def test_a_pipe(counted: Repo, args: tuple[str, ...], env: Mapping[str, str], colour: bool) -> None:
    result = counted.ratchet("count", *args, env=env)
    assert result.code == 0
    assert bool(COLOUR.search(result.out)) is colour


def test_a_file_never_has_colour(counted: Repo) -> None:
    assert counted.ratchet("count", "--color", "always", "--output", "text=out.txt", env=FORCE).code == 0
    assert "\x1b" not in counted.read("out.txt")


@pytest.mark.parametrize(("env", "colour"), [({}, True), (NO, False), ({"TERM": "dumb"}, False)])
def test_a_terminal(counted: Repo, env: Mapping[str, str], colour: bool) -> None:
    assert bool(COLOUR.search(on_a_terminal(counted, "count", env=env))) is colour


@pytest.mark.parametrize(("env", "colour"), [({}, True), (NO, False)])
def test_mistakes_on_a_terminal(counted: Repo, env: Mapping[str, str], colour: bool) -> None:
    shown = on_a_terminal(counted, "count", "--rule", "rust/nope", env=env)
    assert "there is no rule" in shown
    assert bool(COLOUR.search(shown)) is colour


def on_a_terminal(repo: Repo, *args: str, env: Mapping[str, str]) -> str:
    """What a real terminal would get."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "ratchet", *args]
    process = subprocess.Popen(
        command, cwd=repo.root, env={**repo.environment, "TERM": "xterm", **env}, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 65536):
            shown += chunk
    except OSError:  # how Linux says that the other end is closed
        pass
    finally:
        os.close(ours)
        process.wait(timeout=60)
    return shown.decode()
