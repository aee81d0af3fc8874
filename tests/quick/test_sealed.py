"""Small files that are a hint: how many of them are kept, and what of them is believed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ratchet.quick.sealed import kept_in, place_of, read_parts, write_parts
from ratchet.quick.shelf import cells_of, line_of


def written(common: Path, number: int, size: int) -> str:
    path = place_of(str(common), "answers", b"%d" % number)
    write_parts(path, [b"%d" % number, b"x" * size])
    os.utime(path, (number, number))
    return path


def test_the_oldest_go_where_there_are_many(tmp_path: Path) -> None:
    paths = [written(tmp_path, number, 10) for number in range(70)]
    assert kept_in(str(tmp_path))[0] == 64
    assert read_parts(paths[-1]) == [b"69", b"x" * 10]
    assert read_parts(paths[0]) == []


def test_the_oldest_go_where_they_are_large_and_the_newest_never(tmp_path: Path) -> None:
    paths = [written(tmp_path, number, 15_000_000) for number in range(4)]
    assert [bool(read_parts(path)) for path in paths] == [False, False, True, True]
    largest = written(tmp_path, 9, 33_000_000)
    assert kept_in(str(tmp_path))[0] == 1
    assert read_parts(largest)


def test_a_letter_that_changed_is_found_out_wherever_it_is(tmp_path: Path) -> None:
    path = written(tmp_path, 1, 20)
    content = Path(path).read_bytes()
    for at in range(len(content)):
        Path(path).write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        assert read_parts(path) == [], at


def test_one_part_need_not_be_proved_but_has_to_be_there(tmp_path: Path) -> None:
    path = written(tmp_path, 1, 20)
    content = Path(path).read_bytes()
    Path(path).write_bytes(content[:-1] + b"y")
    assert read_parts(path) == []
    assert read_parts(path, unproved=0) == []
    assert read_parts(path, unproved=1) == [b"1", b"x" * 19 + b"y"]
    Path(path).write_bytes(content[:-1])
    assert read_parts(path, unproved=1) == []
    Path(path).write_bytes(content + b"x")
    assert read_parts(path, unproved=1) == []


def test_a_line_of_a_table_proves_itself() -> None:
    table = b"\n" + line_of("src/a.rs", "x\t\t3") + b"\n" + line_of("src/b.rs", "y") + b"\n"
    assert cells_of(table, "src/a.rs") == ["x", "", "3"]
    assert cells_of(table, "src/b.rs") == ["y"]
    assert cells_of(table, "a.rs") is None
    for spoilt in (table.replace(b"\t3\t", b"\t4\t"), table.replace(b"\tx\t", b"\tx\t\t")):
        with pytest.raises(ValueError, match="nobody wrote"):
            cells_of(spoilt, "src/a.rs")
