"""YAML files: what is read, what is refused, and at which line and column."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratchet.model.errors import Place, RatchetError
from ratchet.rulebook.yaml_reader import Document, read_documents
from tests.rulebook.complaints import complaints, hints


def read_one(text: str) -> Document:
    [document] = read_documents("r.yaml", text.encode())
    return document


def test_unquoted_words_are_true_false_nothing_or_a_whole_number_and_otherwise_text() -> None:
    text = "a: 1\nb: 2027-03-31\nc: yes\nd: true\ne: ~\nf: 1.5\ng: -3\nh: 007\ni:\nj: '1'\nk: no\nl: 0x1F\n"
    assert read_one(text).data == {
        "a": 1,
        "b": "2027-03-31",
        "c": "yes",
        "d": True,
        "e": None,
        "f": "1.5",
        "g": -3,
        "h": "007",
        "i": None,
        "j": "1",
        "k": "no",
        "l": "0x1F",
    }


def test_a_key_is_always_text() -> None:
    assert read_one("1: a\ntrue: b\n").data == {"1": "a", "true": "b"}


def test_a_file_holds_any_number_of_documents() -> None:
    assert [d.data for d in read_documents("r.yaml", b"a: 1\n---\n- b\n---\n")] == [{"a": 1}, ["b"], None]
    assert read_documents("r.yaml", b"") == ()
    assert read_documents("r.yaml", b"# nothing here\n") == ()


def test_places_are_those_of_the_document_in_its_file() -> None:
    _, second = read_documents("r.yaml", b"a: 1\n---\nb:\n  c: [x, {d: y}]\n")
    assert second.place(("b", "c", 1, "d")) == Place("r.yaml", 4, 14)
    assert second.place(("b", "c", 1, "d"), on_key=True) == Place("r.yaml", 4, 11)
    assert second.place(("b",), on_key=True) == Place("r.yaml", 3, 1)
    assert second.place(()) == Place("r.yaml", 3, 1)


def test_what_is_not_there_is_placed_at_what_is_around_it() -> None:
    document = read_one("a:\n  b: 1\n")
    assert document.place(("a", "missing", "deeper")) == Place("r.yaml", 2, 3)


@pytest.mark.parametrize(
    ("text", "row", "column", "place"),
    [
        ("a:\n  q: |\n    one\n    two\n", 1, 2, (4, 7)),
        ("a:\n  q: | # why\n      one\n        two\n", 1, 2, (4, 9)),
        ("a:\n  q: |2\n      one\n    two\n", 0, 2, (3, 7)),
        ("a:\n  q: |\n\n\n    one\n", 2, 1, (5, 6)),
        ("a:\n  q: |-\r\n    one\r\n    two\r\n", 1, 2, (4, 7)),
        ("a:\n  q: |\n    ä ö\n", 0, 2, (3, 7)),
        ("a:\n  q: |\n    one\n", 1, 0, (4, 5)),
        ("a: {q: one two}\n", 0, 4, (1, 12)),
        ("a: {q: 'one two'}\n", 0, 4, (1, 13)),
        ('a: {q: "one two"}\n', 0, 4, (1, 13)),
        ('a: {q: "\\x6fne two"}\n', 0, 4, (1, 8)),
        ("a:\n  q: >\n    one\n    two\n", 0, 5, (3, 0)),
        ("a: {q: 7}\n", 0, 4, (1, 8)),
    ],
)
def test_a_place_inside_a_text_is_one_in_the_file(text: str, row: int, column: int, place: tuple[int, int]) -> None:
    assert read_one(text).text_place(("a", "q"), row, column) == Place("r.yaml", *place)


LINES = st.lists(
    st.text(st.characters(codec="ascii", categories=["L", "N", "P", "Zs"]), max_size=12), min_size=1, max_size=6
)


@given(LINES, st.integers(1, 6), st.data())
@settings(max_examples=60, deadline=None)
def test_every_character_of_a_literal_block_is_found_again(lines: list[str], indent: int, data: st.DataObject) -> None:
    block = ["x" + line for line in lines]
    source = "q: |\n" + "".join(f"{' ' * indent}{line}\n" for line in block)
    row = data.draw(st.integers(0, len(block) - 1))
    column = data.draw(st.integers(0, len(block[row]) - 1))
    place = read_one(source).text_place(("q",), row, column)
    assert source.split("\n")[place.line - 1][place.column - 1] == block[row][column]


SCANNING = "while scanning for the next token"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a: &x 1\nb: *x\n", "r.yaml:1:4 YAML anchors are not supported"),
        ("b: *x\n", "r.yaml:1:4 YAML aliases are not supported"),
        ("a: 1\n<<: {b: 1}\n", "r.yaml:2:1 YAML merge keys are not supported"),
        ("a: 1\nb: !!python/object/apply:os.system [x]\n", "r.yaml:2:4 YAML tags are not supported"),
        ("- !include x\n", "r.yaml:1:3 YAML tags are not supported"),
        ("- ! x\n", "r.yaml:1:3 YAML tags are not supported"),
        ("%YAML 1.1\n---\na: 1\n", "r.yaml:2:1 YAML directives are not supported"),
        ("a: 1\nb:\n  c: 1\n  c: 2\n", "r.yaml:4:3 `c` is given twice"),
        ("? [a]\n: b\n", "r.yaml:1:3 a key must be a single word or text"),
        ("{[a]: b}\n", "r.yaml:1:2 a key must be a single word or text"),
        (": b\n", "r.yaml:1:1 a key must not be empty"),
        ("'': b\n", "r.yaml:1:1 a key must not be empty"),
        ('"\\ud800": b\n', "r.yaml:1:1 a key holds half a character"),
        ('a: "\\ud800"\n', "r.yaml:1:4 the text holds half a character: an escape from \\ud800 to \\udfff"),
        ("a: x\nb: y\x01z\n", "r.yaml:2:5 the character '\\x01' is not allowed"),
        ("a: x\u2028b\n", "r.yaml:1:5 the character '\\u2028' is not allowed"),
        ("a:\n\tb: 1\n", f"r.yaml:2:1 broken YAML: {SCANNING}, found character '\\t' that cannot start any token"),
        ("a: b: c\n", "r.yaml:1:5 broken YAML: mapping values are not allowed here"),
        ("a: [1, 2\nb: 3\n", "r.yaml:2:2 broken YAML: while parsing a flow sequence, expected ',' or ']', but got ':'"),
        ('a: "x\n', "r.yaml:2:1 broken YAML: while scanning a quoted scalar, found unexpected end of stream"),
        ("a: " + "9" * 19 + "\n", "r.yaml:1:4 a number of 19 digits is too long"),
        ("a: " + "[" * 51 + "\n", "r.yaml:1:4 more than 50 brackets open one after the other"),
        ("a: " + "[x, " * 51 + "\n", "r.yaml:1:200 values nest deeper than 50 levels"),
        ('a: "\\U00110000"\n', "r.yaml broken YAML: chr() arg not in range(0x110000)"),
    ],
)
def test_anything_but_plain_data_is_refused_where_it_stands(text: str, complaint: str) -> None:
    assert complaints(lambda: read_documents("r.yaml", text.encode())) == [complaint]


def test_bytes_that_are_not_utf_8_are_refused_where_they_stand() -> None:
    assert complaints(lambda: read_documents("r.yaml", b"a: x\nb: \xc3\xa9\xff\n")) == [
        "r.yaml:2:5 the file is not UTF-8 text"
    ]


def test_a_byte_order_mark_does_not_move_the_first_line() -> None:
    [document] = read_documents("r.yaml", b"\xef\xbb\xbfa: b\n")
    assert document.place(("a",)) == Place("r.yaml", 1, 4)


def test_a_mistake_says_what_to_do() -> None:
    assert hints(lambda: read_documents("r.yaml", b"a:\n\tb: 1\n")) == ["indent with spaces, not with tabs"]
    assert hints(lambda: read_documents("r.yaml", b"a: b: c\n")) == [
        "put the text in quotes, or write it as a block after `|`"
    ]
    assert hints(lambda: read_documents("r.yaml", b"a: 1\na: 2\n")) == ["the first one is in line 1"]


# A second where the machine is ours alone; other tests run beside this one.
AT_ONCE = 2

BOMBS = {
    "aliases": "a: &a [x, x]\n"
    + "".join(f"{c}: &{c} [*{p}, *{p}, *{p}]\n" for p, c in zip("abcdefgh", "bcdefghi", strict=True)),
    "merge keys": "a: &a {k: 1}\n"
    + "".join(f"{c}: &{c}\n  <<: [*{p}, *{p}]\n" for p, c in zip("abcdefgh", "bcdefghi", strict=True)),
    "merge keys without anchors": "<<: [" + "{a: 1}, " * 1000 + "]",
    "brackets": "[" * 100_000,
    "braces": "{" * 100_000,
    "brackets and words": "[a," * 60_000,
    "dashes": "- " * 100_000,
    "questions": "? " * 100_000,
    "a long number": "a: " + "9" * 100_000,
    "a long list": "[" + "a," * 120_000 + "]",
    "many documents": "---\n" * 60_000,
    "many keys": "".join(f"a{number}: 1\n" for number in range(25_000)),
    "many bytes": " " * 300_000,
    "tags": "!a " * 80_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_at_once(name: str) -> None:
    started = time.process_time()
    with pytest.raises(RatchetError):
        read_documents("r.yaml", BOMBS[name].encode())
    assert time.process_time() - started < AT_ONCE


@given(st.text(max_size=60) | st.text("-:[]{}&*!|>'\"#%@`, \n\tab01?~<", max_size=40))
@settings(max_examples=300, deadline=None)
def test_any_text_is_data_or_a_mistake_and_never_a_crash(text: str) -> None:
    with suppress(RatchetError):
        read_documents("r.yaml", text.encode("utf-8", "surrogatepass"))
