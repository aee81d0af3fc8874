"""No line of text for people is a command to the CI system in whose log it stands."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratchet.formats.json_text import dumps
from ratchet.formats.muted import muted
from ratchet.formats.xml_text import text
from tests.repository import Repo, Result

PIECES = st.lists(
    st.sampled_from(["#", "##", "##vso[", "##[", "##teamcity[", "::", ":", " ", "\n", "\x1b[31m", "x", "["])
)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("##vso[task.complete result=Succeeded;]done", r"\x23#vso[task.complete result=Succeeded;]done"),
        ("a ##[error]b", r"a \x23#[error]b"),
        ("###[error]", r"#\x23#[error]"),
        ("##teamcity[x]", r"\x23#teamcity[x]"),
        ("  ::error::x", r"  \x3a:error::x"),
        ("\x1b[1m::error::x", "\x1b[1m\\x3a:error::x"),
        ("a\n::error::x", "a\n\\x3a:error::x"),
        ("## heading", "## heading"),
        ("std::fs::read", "std::fs::read"),
    ],
)
def test_commands_are_shown_and_nothing_else_changes(line: str, shown: str) -> None:
    assert muted(line) == shown
    assert muted(shown) == shown


@given(PIECES.map("".join))
def test_no_command_is_left_whatever_it_is_made_of(made: str) -> None:
    for shown in (muted(made), dumps(made), text(made)):
        assert not re.search(r"##[a-zA-Z]*\[", shown)
    for shown in (muted(made), dumps(made)):
        assert not any(re.sub("\x1b\\[[0-9;]*m", "", line).lstrip().startswith("::") for line in shown.split("\n"))


HOSTILE = "::add-mask::x ##vso[task.complete result=Succeeded;]"


def harmless(result: Result) -> bool:
    """Whether the commands are in what was printed, and none is a command."""
    shown = result.out + result.err
    assert "\\x23#vso[task.complete" in shown
    return not re.search(r"^\s*::|##vso\[", shown, re.MULTILINE)


def test_a_file_cannot_command_through_any_text(repo: Repo) -> None:
    repo.write(f"{HOSTILE}.rs", "fn f() { g().unwrap(); }\n")
    for command in (("count",), ("explain", f"{HOSTILE}.rs:1")):
        assert harmless(repo.ratchet(*command))


def test_a_file_cannot_command_through_a_complaint(repo: Repo) -> None:
    repo.write("ratchet.toml", f'"{HOSTILE}" = 1\n')
    for form in ("text", "json", "sarif", "markdown"):
        assert harmless(repo.ratchet("count", "--format", form))
