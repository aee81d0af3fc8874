"""What is read quickly is read as ruamel.yaml reads it, to the last place, and whatever that one refuses is not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from ratchet.model.errors import RatchetError
from ratchet.rulebook.plain_yaml import read_plain
from ratchet.rulebook.yaml_document import Document
from ratchet.rulebook.yaml_reader import read_fully

RULES = sorted((Path(__file__).parents[2] / "rules").rglob("*.yaml"))
PIECES = (
    " ",
    "  ",
    "- ",
    "-",
    ":",
    ": ",
    " #",
    "# x",
    "|",
    "|-",
    "|2",
    ">",
    '"',
    "'",
    "\\",
    "\\t",
    "[",
    "]",
    "{",
    "}",
    ", ",
    ",",
    "&a ",
    "*a",
    "!x ",
    "%",
    "@",
    "`",
    "?",
    "? ",
    "<<: ",
    "---",
    "...",
    "\t",
    "\r",
    "\n",
    "\n\n",
    "~",
    "null",
    "true",
    "017",
    "1.5",
    "-3",
    "12345678901234567890",
    "\x07",
    "\x85",
    "\u2028",
    "\ufeff",
    "é",
    "key: ",
    "key:\n",
    "- - ",
    "=",
    "a:b",
    "::",
)


@pytest.mark.parametrize("path", RULES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_shipped_files_are_plain_and_read_the_same(path: Path) -> None:
    source = path.read_text()
    plain = read_plain("x.yaml", source)
    assert plain is not None or "---" in source or "{for:" in source
    if plain is not None:
        assert (plain,) == read_fully("x.yaml", source)


@pytest.mark.parametrize(
    "source",
    [
        "a: b\n",
        "a: |\n  b\n\n\n  c\n\n# d\ne: f\n",
        "a: |\n  b\n c: d\n",
        "a: |\n    b\n   c\n",
        "a: |\n\n  b\n",
        "a: |\n",
        "a:\n- b\n",
        "a:\n  - b\n  -\n",
        "a:\nb: c\n",
        "a: b\n  c\n",
        "a: b\n  # c\n  d\n",
        "a: b:\n",
        "a: b #c\n",
        "a: b#c\n",
        "a: [b, c]\n",
        "a: [b,c]\n",
        "a: [b, 'c']\n",
        "a: [b, c\n",
        'a: ["b c", "", d]\n',
        'a: ["b\\n"]\n',
        "a: 'b''c'\n",
        "a: 'b\n",
        "a: 'b' 'c'\n",
        "a: ''\n",
        "a: [true, 1]\n",
        "a: 12\n",
        "a: 1_0\n",
        "a: 0x1\n",
        'a: "b\\n\\"c\\\\"\n',
        'a: "b\\tc"\n',
        'a: "b\n  c"\n',
        'a: "b" c\n',
        "a: b \n",
        "a: b",
        "",
        "\n",
        "# a\n",
        " a: b\n",
        "a: b\na: c\n",
        "- a\n",
        "a:\n  - b: c\n    d: e\n  - f\n",
        "a:\n  - b: |\n      c\n    d: e\n",
        "a:\n  -  b\n",
        "a:\n  - b: c\n   d: e\n",
        "a:\n  - |\n    b\n  - c\n",
        "a:\n  - - b\n",
        "a: b: c\n",
        "a: http://b\n",
        "---\na: b\n",
        "a: b\n---\nc: d\n",
        "a: b\n...\n",
        "%YAML 1.2\n---\na: b\n",
        "a: |\n  b\n   \n  c\n",
        "a: |\n  b\n    \n",
        "a: |\n  b\n  \n",
        "a: (b\n",
        "a: .b\n",
        "a: 2026-01-01\n",
        "a-b_c: d\n",
        "a : b\n",
        "a:  b\n",
        "a: !b c\n",
        "a: &b c\n",
        "a: *b\n",
        "a: |\n  b\n#c\n  d\n",
        "a: |\n  # b\n  c\n",
        "a:\n    b: c\n  d: e\n",
        "a:\n    b: c\nd: e\n",
        "a: b\n\n\n",
        "a: b\n \n",
    ],
)
def test_odd_texts_are_read_the_same_or_not_at_all(source: str) -> None:
    _agree(source)


def test_whatever_is_done_to_a_file_it_is_read_the_same_or_not_at_all() -> None:
    chance, still_plain = random.Random(36), 0
    for source in _torn(chance):
        still_plain += _agree(source)
    assert still_plain > 100, "so many that the comparison says something"


def _torn(chance: random.Random) -> Iterator[str]:
    whole = [path.read_text() for path in RULES if path.stat().st_size < 3_000]
    for _ in range(600):
        lines = chance.choice(whole).splitlines(keepends=True)[: chance.randint(3, 25)]
        for _ in range(chance.randint(1, 2)):
            at = chance.randrange(len(lines))
            if chance.random() < 0.3:
                lines[at] = chance.choice(("", lines[at] * 2, f" {lines[at]}", lines[at][1:], lines[at].lstrip(" ")))
            else:
                cut = chance.randint(0, len(lines[at]))
                lines[at] = lines[at][:cut] + chance.choice(PIECES) + lines[at][cut:]
        yield "".join(lines)


def _agree(source: str) -> bool:
    plain = read_plain("x.yaml", source)
    assert plain is None or (plain,) == _fully(source), source
    return plain is not None


def _fully(source: str) -> tuple[Document, ...]:
    try:
        return read_fully("x.yaml", source)
    except RatchetError as error:
        raise AssertionError(f"refused: {error.mistakes}") from error
