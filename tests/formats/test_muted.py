"""No line of text for people is a command to the CI system in whose log it stands."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratchet.formats.json_text import dumps
from ratchet.formats.muted import muted
from ratchet.formats.xml_text import text
from tests.repository import Repo

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


def test_a_file_cannot_command_through_any_text_or_complaint(repo: Repo) -> None:
    hostile = "::add-mask::x ##vso[task.complete result=Succeeded;]"
    repo.write(f"{hostile}.rs", "fn f() { g().unwrap(); }\n")
    repo.write("ratchet.toml", f'"{hostile}" = 1\n')
    for command in (("count",), ("count", f"{hostile}.rs"), ("check",), ("init",), ("explain", f"{hostile}.rs:1")):
        result = repo.ratchet(*command)
        shown = result.out + result.err
        assert "\\x23#vso[task.complete" in shown
        assert not re.search(r"^\s*::|##vso\[", shown, re.MULTILINE)
