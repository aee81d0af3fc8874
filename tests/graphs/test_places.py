"""No path leads out of the repository."""

from __future__ import annotations

import pytest

from ratchet.graphs.places import inside, upwards

PATHS = {
    ("a/b", "c"): "a/b/c",
    ("a/b", "./c//d/."): "a/b/c/d",
    ("a/b", "../c"): "a/c",
    ("a/b", "../.."): "",
    ("a/b", "../../.."): None,
    ("a/b", "../../../a/b"): None,
    ("", "a/../b"): "b",
    ("", "/etc"): "etc",
    ("", ""): "",
}


@pytest.mark.parametrize(("directory", "relative"), PATHS)
def test_a_path_from_a_directory_is_one_from_the_root_or_none(directory: str, relative: str) -> None:
    assert inside(directory, relative) == PATHS[directory, relative]


def test_the_way_up_ends_at_the_root() -> None:
    assert list(upwards("a/b/c")) == ["a/b/c", "a/b", "a", ""]
    assert list(upwards("")) == [""]
