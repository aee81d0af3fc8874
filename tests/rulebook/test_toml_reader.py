"""TOML files: what is read, what is refused, and at which line and column."""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratchet.model.errors import RatchetError
from ratchet.rulebook.toml_reader import read_toml
from tests.rulebook.complaints import complaints, hints


def test_a_file_is_read_as_plain_data() -> None:
    text = b'\xef\xbb\xbfrules = "r"\r\n[goal]\r\n"a/b" = { to = 1, by = 2027-03-31 }\r\n'
    assert read_toml("t.toml", text) == {"rules": "r", "goal": {"a/b": {"to": 1, "by": date(2027, 3, 31)}}}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b"a = 1\nb = [1,\n  x]\n", "t.toml:3:3 broken TOML: Invalid value"),
        (b"a = 1\na = 2\n", "t.toml:2:6 broken TOML: Cannot overwrite a value"),
        (b'a = 1\nb = "x', "t.toml:2:7 broken TOML: Unterminated string"),
        (b'a = "\xff"\n', "t.toml:1:6 the file is not UTF-8 text"),
        (b"a = 2027-02-30\n", "t.toml:1:5 broken TOML: Invalid date or datetime"),
        (b"a = 1\n<<<<<<< HEAD\nb = 1\n", "t.toml:2:1 the file holds the marks of a merge conflict"),
        (b"a = 1\n>>>>>>> theirs\n", "t.toml:2:1 the file holds the marks of a merge conflict"),
        (b"a = 1\nb = " + b"9" * 5000, "t.toml:2:5 broken TOML: a number has too many digits"),
        (b"a = 1\n" + b".".join([b"a"] * 40) + b" = 1\n", "t.toml:2:1 a key of more than 32 parts is refused"),
        (b"a = " + b"[" * 100_000, "t.toml broken TOML: values nest too deep"),
        (b" " * 1_000_001, "t.toml the file has 1,000,001 bytes, and 1,000,000 is the most that is read"),
    ],
)
def test_what_is_broken_is_refused_where_it_stands(text: bytes, complaint: str) -> None:
    assert complaints(lambda: read_toml("t.toml", text)) == [complaint]


def test_a_conflict_is_answered_with_the_next_command() -> None:
    assert hints(lambda: read_toml("t.toml", b"<<<<<<< HEAD\n")) == ["resolve the conflict, then `git add t.toml`"]


def test_long_texts_and_deep_but_sane_keys_are_no_bombs() -> None:
    text = 'a = "1.2.3.4.5.6.7.8.9.10"\nb.c.d.e.f.g = "' + "x" * 50_000 + '"\n'
    assert read_toml("t.toml", text.encode())["a"] == "1.2.3.4.5.6.7.8.9.10"


# A second where the machine is ours alone; other tests run beside this one.
AT_ONCE = 2

BOMBS = {
    "a dotted key": ".".join(["a"] * 100_000) + " = 1",
    "a dotted key in quotes": ".".join(['"a"'] * 100_000) + " = 1",
    "a dotted key in single quotes": " . ".join(["'a'"] * 100_000) + " = 1",
    "a dotted header": "[" + " . ".join(["a"] * 100_000) + "]",
    "a dotted key inside": "x = {" + ".".join(["a"] * 100_000) + " = 1}",
    "lists": "a = " + "[" * 100_000,
    "tables": "a = " + "{a=" * 100_000,
    "a number": "a = " + "9" * 100_000,
    "one word": "a" * 999_990,
    "quotes": '"' * 999_990,
    "blanks": "a" + " " * 999_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_at_once(name: str) -> None:
    started = time.process_time()
    with pytest.raises(RatchetError):
        read_toml("t.toml", BOMBS[name].encode())
    assert time.process_time() - started < AT_ONCE


@given(st.text("a.=[]{}\"'\n# 1_<>-:T", max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_text_is_data_or_a_mistake_and_never_a_crash(text: str) -> None:
    with suppress(RatchetError):
        read_toml("t.toml", text.encode())
