"""Small files that are a hint: how many of them are kept."""

from __future__ import annotations

import os
from pathlib import Path

from ratchet.quick.sealed import kept_in, place_of, read_parts, write_parts


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
