"""Reports in a terminal: everything fits its width, and says the same as elsewhere."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

import pytest

from ratchet.formats import rule_page
from ratchet.formats.cells import cells
from ratchet.formats.paint import PLAIN, Paint
from ratchet.formats.tables import table
from tests.formats.verdicts import UNWRAP
from tests.repository import Repo

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
PROGRESS = re.compile(r"\r\x1b\[Kreading [\d,]+ of [\d,]+ files(?=\r\x1b\[K)|\r\x1b\[K")
DEEP = "crates/deep/er/and/deeper/still/src/a_module_with_a_long_name.rs"
LONG = 'pub fn f() -> u8 { g().expect("a message that goes on and on, far beyond the edge of what anybody sees") }\n'
MANIFEST = (
    '[package]\nname = "still"\nversion = "0.1.0"\nedition = "2021"\n[lib]\npath = "src/a_module_with_a_long_name.rs"\n'
)


def narrow(columns: int) -> Paint:
    return Paint(columns=columns, terminal=True)


@pytest.fixture
def failing(adopted: Repo) -> Repo:
    """A repository under the ratchet with new sites in a place far down."""
    adopted.write("crates/deep/er/and/deeper/still/Cargo.toml", MANIFEST)
    adopted.write(DEEP, LONG)
    return adopted


def on_a_terminal(repo: Repo, columns: int, *args: str) -> str:
    """What a terminal of some width shows, without colours."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    environment = {name: value for name, value in repo.environment.items() if name != "COLUMNS"}
    process = subprocess.Popen(
        [sys.executable, "-m", "ratchet", *args],
        cwd=repo.root, env={**environment, "TERM": "xterm-256color"}, stdout=theirs, stderr=theirs,
    )  # fmt: skip
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
    text = COLOUR.sub("", shown.decode()).replace("\r\n", "\n")
    return PROGRESS.sub("", text)


@pytest.mark.parametrize(
    ("columns", "args"),
    [
        (80, ("check",)),
        (120, ("check",)),
        (80, ("count",)),
        (80, ("diff",)),
        (80, ("explain", "rust/unwrap")),
        (80, ("next",)),
    ],
)
def test_no_line_is_wider_than_the_terminal(failing: Repo, columns: int, args: tuple[str, ...]) -> None:
    shown = on_a_terminal(failing, columns, *args)
    assert [line for line in shown.split("\n") if cells(line) > columns] == []


def test_a_report_says_the_same_in_a_terminal_as_in_a_pipe(failing: Repo) -> None:
    in_a_pipe = failing.ratchet("check").out
    shown = on_a_terminal(failing, 80, "check")
    numbers = re.compile(r"^\S*a_module_with_a_long_name\.rs +(\S+ +.*)$", re.M)
    assert numbers.findall(shown) == numbers.findall(in_a_pipe) != []
    assert shown.split("\n")[-3:] == in_a_pipe.split("\n")[-3:]


def test_the_command_that_is_suggested_can_be_copied(failing: Repo) -> None:
    whole = re.findall(r"if it is right: (ratchet waive .*)", failing.ratchet("check").out)
    joined = re.sub(r" \\\n +", " ", on_a_terminal(failing, 80, "check"))
    assert re.findall(r"if it is right: (ratchet waive .*)", joined) == whole != []


def test_a_mistake_is_folded_too(failing: Repo) -> None:
    shown = on_a_terminal(failing, 60, "check", "--base", "a-branch-that-nobody-has-ever-made-in-this-repository")
    assert max(map(cells, shown.split("\n"))) <= 60


def test_a_table_shows_the_end_of_what_is_too_long_for_a_terminal() -> None:
    rows = [(f"crates/some/where/{name}/lib.rs", "rust/unwrap", "1") for name in ("one", "two")]
    shown = table(("file", "rule", "sites"), rows, "llr", narrow(40))
    assert [cells(line) <= 40 for line in shown] == [True] * 3
    assert shown[1].startswith("…/where/one/lib.rs ")
    assert table(("file", "rule", "sites"), rows, "llr", PLAIN)[1].startswith("crates/some/where/one/lib.rs  ")


def test_a_column_of_a_table_keeps_some_room_in_the_narrowest_terminal() -> None:
    shown = table(("file", "rule"), [("a" * 30 + "/lib.rs", "r" * 40)], "ll", narrow(40))
    assert shown[1].startswith("…")
    assert shown[1].partition("  ")[0].endswith("/lib.rs")


def test_the_page_of_a_rule_has_no_marks_of_markdown_in_a_terminal() -> None:
    page = rule_page.render(UNWRAP, ("production",))
    assert rule_page.dressed(page, PLAIN) == page
    shown = rule_page.dressed(page, narrow(80))
    assert "**" not in shown
    assert not re.search("^#+ ", shown, re.M)
    assert "Because: " in shown
    assert re.findall("^    .*", shown, re.M) == re.findall("^    .*", page, re.M)
