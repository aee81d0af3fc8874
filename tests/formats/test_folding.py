"""Long lines in a terminal."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from ratchet.formats.cells import cells
from ratchet.formats.folding import folded
from ratchet.formats.paint import Paint

RED = Paint(colour=True).red
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def test_a_line_that_fits_stays_as_it_is() -> None:
    assert folded("x" * 40 + "\n  two   blanks\n", 40) == "x" * 40 + "\n  two   blanks\n"


def test_a_long_line_is_folded_between_words_and_goes_on_below_them() -> None:
    line = "  = fix: use a safe API, or wrap the block in one small function"
    assert folded(line, 40).split("\n") == ["  = fix: use a safe API, or wrap the", "    block in one small function"]


def test_a_headline_goes_on_a_little_to_the_right() -> None:
    line = "error[rust/expect]: an expect is a panic with a message"
    assert folded(line, 40).split("\n") == ["error[rust/expect]: an expect is a panic", "  with a message"]


def test_a_symbol_that_does_not_fit_beside_its_place_comes_below_it() -> None:
    line = "  --> apis/rust/node/src/daemon.rs:341:31 in daemon_connection::interactive"
    assert folded(line, 50).split("\n")[1] == "      in daemon_connection::interactive"


def test_colours_take_no_room() -> None:
    line = f"  {RED('=')} {RED('x' * 34)}"
    assert folded(line, 40) == line


def test_a_word_that_is_too_long_is_left_to_the_terminal() -> None:
    assert folded(f"a {'x' * 60} b", 40).split("\n") == ["a", f"  {'x' * 60}", "  b"]


def test_a_command_can_be_copied() -> None:
    line = '  = if it is right: ratchet waive rust/unwrap \'a b/c.rs\' --allow 2 --reason "…" --owner "…"'
    rows = folded(line, 48).split("\n")
    assert max(map(len, rows)) <= 48
    assert all(row.endswith(" \\") for row in rows[:-1])
    copied = "\n".join(rows).partition(": ")[2]
    joined = re.sub(r" *\\\n *", " ", copied)
    assert joined == line.partition(": ")[2]


def test_quotes_are_not_folded_within() -> None:
    line = "  = next: ratchet waive rust/unwrap 'some directory with blanks/and a file.rs' --allow 1"
    assert any("'some directory with blanks/and a file.rs'" in row for row in folded(line, 50).split("\n"))


def test_a_tree_keeps_its_trunk() -> None:
    rows = folded("│   ├── getrandom 0.4.3  libraries/message/Cargo.toml:48  ~ cargo/duplicate-version", 60).split("\n")
    assert rows[1].startswith("│   │   ")
    last = folded("└── getrandom 0.4.3  libraries/message/Cargo.toml:48  ~ cargo/duplicate-version", 60).split("\n")
    assert last[1].startswith("    ~")


def test_a_terminal_that_is_no_wider_than_a_word_is_left_alone() -> None:
    assert folded("word " * 20, 20) == "word " * 20


def test_prose_goes_on_below_its_beginning() -> None:
    rows = folded("Types are unknown to syntax: a method of your own counts", 40).split("\n")
    assert rows == ["Types are unknown to syntax: a method of", "your own counts"]


def test_numbers_that_belong_together_stay_together() -> None:
    line = f"a/path/that/is/long.rs  rust/unwrap  12 → 13  {RED('+1')}"
    assert COLOUR.sub("", folded(line, 44).split("\n")[1]) == "  12 → 13  +1"


def test_where_something_came_from_stays_beside_the_word_that_says_so() -> None:
    line = "  > 97:13 eprintln! in command::cleaning  (from src/clean.rs:97)"
    assert folded(line, 50).split("\n")[1] == "    (from src/clean.rs:97)"


@given(st.text(alphabet="ab =->│├└─'\"\\\n:é名", max_size=300), st.integers(40, 60))
def test_nothing_is_lost_and_no_blank_torn_apart(text: str, columns: int) -> None:
    shown = folded(text, columns)
    assert re.sub(r"[\s\\│├└─]", "", shown) == re.sub(r"[\s\\│├└─]", "", text)
    for row in shown.split("\n"):
        # A row is too wide only for one word, with what stands before it.
        assert cells(row) <= columns or len(re.split(r" +", row.strip(" │=-<>·"))) <= 2
