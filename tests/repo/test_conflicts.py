"""Conflict markers are taken apart in each of git's styles, and refused where they do not fit together."""

from __future__ import annotations

import pytest

from ratchet.model.errors import RatchetError
from ratchet.repo.conflicts import Sides, has_markers, sides_of

PLAIN = b"a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> topic\nd\n"
DIFF3 = b"a\n<<<<<<< HEAD\nb\n||||||| 0123456\nx\n=======\nc\n>>>>>>> topic\nd\n"


def test_two_sides() -> None:
    assert sides_of("f", PLAIN) == Sides(b"a\nb\nd\n", b"a\nc\nd\n", None)


def test_two_sides_and_their_ancestor() -> None:
    assert sides_of("f", DIFF3) == Sides(b"a\nb\nd\n", b"a\nc\nd\n", b"a\nx\nd\n")


def test_several_conflicts() -> None:
    assert sides_of("f", PLAIN + PLAIN).ours == b"a\nb\nd\na\nb\nd\n"
    assert sides_of("f", DIFF3 + PLAIN).ancestor is None, "an ancestor of one half is none of the whole"


def test_lines_that_end_as_on_windows() -> None:
    assert sides_of("f", PLAIN.replace(b"\n", b"\r\n")).theirs == b"a\r\nc\r\nd\r\n"


@pytest.mark.parametrize(
    "text",
    [
        b"<<<<<<< HEAD\na\n",
        b"<<<<<<< HEAD\na\n>>>>>>> topic\n",
        b"a\n=======\nb\n>>>>>>> topic\n",
        b"<<<<<<< HEAD\n<<<<<<< HEAD\n=======\n>>>>>>> topic\n",
        b"<<<<<<< HEAD\n=======\n||||||| base\n>>>>>>> topic\n",
    ],
)
def test_markers_that_do_not_fit_together_are_refused(text: bytes) -> None:
    with pytest.raises(RatchetError, match="do not fit together"):
        sides_of("f", text)


def test_markers_of_any_length_are_seen() -> None:
    assert has_markers(PLAIN)
    assert has_markers(b"<<<<<<<<< nested\n")
    assert not has_markers(b'["a"]\n"r" = 1\n# <<<<<<< HEAD\n')
