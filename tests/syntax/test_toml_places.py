"""A path through TOML data leads to the line and column of its key."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratchet.syntax.toml_places import toml_places

TEXT = """\
# a comment
a.b."c d" = { x = 1, y.z = [1, { q = 2 }] }
'literal' = "s"
"esc\\u0061ped" = 1

[t.u] # tail
k = [
  # in an array
  "one",
  "two",
]

[[waiver]]
rule = "x"
[waiver.sub]
z = 1

[[waiver]]
"ä" = "y"
"ö" = { "ü" = 1 }
"""


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ((), (1, 1)),
        (("a",), (2, 1)),
        (("a", "b"), (2, 3)),
        (("a", "b", "c d"), (2, 5)),
        (("a", "b", "c d", "x"), (2, 15)),
        (("a", "b", "c d", "y", "z"), (2, 24)),
        (("a", "b", "c d", "y", "z", 0), (2, 29)),
        (("a", "b", "c d", "y", "z", 1, "q"), (2, 34)),
        (("literal",), (3, 1)),
        (("escaped",), (4, 1)),
        (("t", "u"), (6, 4)),
        (("t", "u", "k"), (7, 1)),
        (("t", "u", "k", 1), (10, 3)),
        (("waiver",), (13, 3)),
        (("waiver", 0), (13, 3)),
        (("waiver", 0, "rule"), (14, 1)),
        (("waiver", 0, "sub", "z"), (16, 1)),
        (("waiver", 1), (18, 3)),
        (("waiver", 1, "ä"), (19, 1)),
        (("waiver", 1, "ö", "ü"), (20, 9)),
    ],
)
def test_every_key_and_element_has_its_place(path: tuple[str | int, ...], place: tuple[int, int]) -> None:
    assert toml_places(TEXT.encode())(path) == place


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (("waiver", 0, "owner"), (13, 3)),
        (("waiver", 7, "owner"), (13, 3)),
        (("t", "u", "k", 9), (7, 1)),
        (("nowhere", "at all"), (1, 1)),
    ],
)
def test_what_is_not_there_gets_the_place_of_what_it_would_be_in(
    path: tuple[str | int, ...], place: tuple[int, int]
) -> None:
    assert toml_places(TEXT.encode())(path) == place


@pytest.mark.parametrize("text", [b"", b"\n", b"= = =", b"[[[", b"a = [[[[", b"\xff\xfe", b'"open = 1\n'])
def test_text_that_is_no_toml_has_places_too(text: bytes) -> None:
    line, column = toml_places(text)(("a", 0, "b"))
    assert line >= 1
    assert column >= 1


def test_deep_nesting_ends_quickly() -> None:
    place = toml_places(b"a = " + b"[" * 20_000 + b"]" * 20_000)
    assert place(("a", 0, 0)) == (1, 7)
    assert place(("a", *[0] * 1000)) == (1, 69), "beyond 64 levels the nearest known place does"


def test_windows_line_ends_do_not_shift_columns() -> None:
    assert toml_places(b'a = 1\r\n["b"]\r\nc = 1\r\n')(("b", "c")) == (3, 1)


def paths_of(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(below for key, item in inner for below in paths_of(item, (*path, key)))]


@given(st.dictionaries(st.text(st.characters(codec="utf-8"), min_size=1), st.integers(), min_size=1, max_size=5))
def test_any_key_is_found_on_its_own_line(table: dict[str, int]) -> None:
    import tomlkit

    text = tomlkit.dumps(table)
    place = toml_places(text.encode())
    for number, key in enumerate(tomllib.loads(text), 1):
        assert place((key,)) == (number, 1)


def test_every_path_of_the_data_has_a_place_of_its_own_line() -> None:
    place = toml_places(TEXT.encode())
    for path in paths_of(tomllib.loads(TEXT))[1:]:
        line, _ = place(path)
        key = next(step for step in reversed(path) if isinstance(step, str))
        near = "".join(TEXT.splitlines()[max(0, line - 4) : line])
        assert key in near or key == "escaped"
