"""Equal budgets are equal bytes, and every path has exactly one key."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratchet.repo.canonical import (
    is_canonical_key,
    is_canonical_path,
    key_of,
    parse_canonical,
    render_files,
    render_rules,
    render_units,
    unit_of,
)
from ratchet.repo.names import path_text

HEADER = (
    "# baselines/files.toml — ratchet: numbers only go down. "
    "`ratchet tighten` lowers them; a raise needs `ratchet waive`.\n"
)
# Every byte that needs care, and the letters of which escapes are made.
units = st.lists(
    st.sampled_from(
        [b"%", b"2", b"5", b"8", b"F", b"a", b'"', b"\\", b"\n", b"\x00", b"\x7f", b"\xff", b"\xc3\xa4", b"/"]
    ),
    min_size=1,
).map(lambda parts: path_text(b"".join(parts)))
tables = st.dictionaries(units, st.dictionaries(units, st.integers(0, 999_999_999), max_size=3), max_size=4)


def test_the_layout_is_the_one_of_the_design() -> None:
    budgets = {
        "libraries/core/src/types.rs": {"rust/unwrap": 3, "rust/expect": 1},
        "libraries/core/src/descriptor/visualize.rs": {"rust/unwrap": 18},
    }
    assert render_files(budgets) == HEADER + (
        '["libraries/core/src/descriptor/visualize.rs"]\n"rust/unwrap" = 18\n\n'
        '["libraries/core/src/types.rs"]\n"rust/expect" = 1\n"rust/unwrap" = 3\n'
    )


def test_zero_is_never_written() -> None:
    assert render_files({"a.rs": {"rust/unwrap": 0}, "b.rs": {}}) == HEADER


def test_the_order_of_the_mappings_does_not_show() -> None:
    one = {"b": {"y": 1, "x": 2}, "a": {"z": 3}}
    other = {"a": {"z": 3}, "b": {"x": 2, "y": 1}}
    assert render_files(one) == render_files(other)


def test_other_units_are_written_in_the_same_form() -> None:
    text = render_units({"dora-message -> tokio": {"arch/edge": 1}, "crate:daemon": {"rust/unsafe": 5}, ".": {"x": 1}})
    assert text.splitlines()[1:] == [
        '["."]', '"x" = 1', "",
        '["crate:daemon"]', '"rust/unsafe" = 5', "",
        '["dora-message -> tokio"]', '"arch/edge" = 1',
    ]  # fmt: skip


def test_rules_begin_with_their_layout() -> None:
    assert render_rules({"rust/unwrap": "sha256:02", "py/x": "sha256:01"}).splitlines()[1:] == [
        'schema = "ratchet/baseline/1"', "",
        '["py/x"]', 'meaning = "sha256:01"', "",
        '["rust/unwrap"]', 'meaning = "sha256:02"',
    ]  # fmt: skip


def test_the_header_names_the_directory_the_file_is_in() -> None:
    assert render_files({}, "quality/limits").startswith("# quality/limits/files.toml — ratchet: ")


@pytest.mark.parametrize(
    ("unit", "key"),
    [
        ("src/a.rs", "src/a.rs"),
        ("100%.rs", "100%.rs"),
        ("a%20b.rs", "a%20b.rs"),
        ("ä.rs", "ä.rs"),
        ("\udcff.rs", "%FF.rs"),
        ("100%\udcff.rs", "100%25%FF.rs"),
        ("%FF.rs", "%25FF.rs"),
        ("%25.rs", "%2525.rs"),
        ("ä\udcc3.rs", "ä%C3.rs"),
    ],
)
def test_only_a_name_that_is_not_utf8_or_looks_escaped_is_escaped(unit: str, key: str) -> None:
    assert key_of(unit) == key
    assert unit_of(key) == unit
    assert is_canonical_key(key)


@pytest.mark.parametrize("key", ["a%20%25", "%C3%A4.rs", "%25", "%2580%"])
def test_a_key_that_ratchet_would_write_otherwise_is_not_canonical(key: str) -> None:
    assert not is_canonical_key(key)


@given(units)
def test_a_key_leads_back_to_its_unit(unit: str) -> None:
    assert unit_of(key_of(unit)) == unit
    assert is_canonical_key(key_of(unit))
    key_of(unit).encode()


@given(units, units)
def test_no_two_units_share_a_key(one: str, other: str) -> None:
    assert (key_of(one) == key_of(other)) == (one == other)


@pytest.mark.parametrize("path", ["", ".", "..", "/a", "a/", "a//b", "./a", "a/./b", "../a", "a/..", "/", "a/../b"])
def test_another_spelling_of_a_path_is_not_canonical(path: str) -> None:
    assert not is_canonical_path(path)


@pytest.mark.parametrize("path", ["a", ".a", "..a", "a.", "...", "a/b.rs", " ", "a\n", "-rf"])
def test_a_plain_path_is_canonical(path: str) -> None:
    assert is_canonical_path(path)


@given(tables)
def test_what_is_written_is_toml_and_means_the_same(budgets: dict[str, dict[str, int]]) -> None:
    budgets = {unit: {key_of(rule): number for rule, number in table.items()} for unit, table in budgets.items()}
    text = render_files(budgets)
    wanted = {unit: {rule: number for rule, number in table.items() if number} for unit, table in budgets.items()}
    assert {unit_of(key): table for key, table in tomllib.loads(text).items()} == {u: t for u, t in wanted.items() if t}
    quick = parse_canonical(text)
    assert quick is None or quick == tomllib.loads(text)


PIECES = [
    "# x\n",
    "# x",
    '["a"]\n',
    '["b"]\n',
    '"r" = 1\n',
    '"s" = 20\n',
    '"r" = 01\n',
    "\n",
    '["a\\n"]\n',
    "\r\n",
    "[a]\n",
    "x",
]


@given(st.lists(st.sampled_from(PIECES), max_size=9).map("\n".join))
def test_the_quick_reader_agrees_with_tomllib_or_declines(text: str) -> None:
    quick = parse_canonical(text)
    if quick is not None:
        assert quick == tomllib.loads(text)


def test_the_quick_reader_reads_what_ratchet_writes() -> None:
    budgets = {"a/ä b.rs": {"rust/unwrap": 3, "rust/expect": 1}, "c.rs": {"rust/unwrap": 999_999_999}}
    assert parse_canonical(render_files(budgets)) == budgets


@pytest.mark.parametrize(
    "text", ['# \x01\n["a"]\n"r" = 1\n', '["a"]\n"r" = 1\n\n["a"]\n"r" = 1\n', '["a"]\n"r" = 1\n"r" = 1\n']
)
def test_the_quick_reader_declines_what_tomllib_refuses(text: str) -> None:
    assert parse_canonical(text) is None
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(text)
