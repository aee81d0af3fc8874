"""Bytes made ready for a parser."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratchet.model.snapshot import Unreadable, blob_id
from ratchet.syntax.source import Lines, conflict_line, name_as_kept, readable
from tests.counting import measured


def test_bytes_that_are_not_utf8_mean_nothing_in_comments_and_strings() -> None:
    found = measured({"src/lib.rs": b'// \xff\xfe ratchet: allow\npub fn a() { "\xff"; b().unwrap(); }\n'})
    assert [finding.rule for finding in found.findings] == ["rust/unwrap"]
    assert not found.inspection.degraded


def test_bytes_that_are_not_utf8_are_an_error_in_code() -> None:
    found = measured({"src/lib.rs": b"pub fn a() { b\xff; c().unwrap(); }\n"})
    assert [finding.rule for finding in found.findings] == ["rust/unwrap"]
    assert found.inspection.degraded == ("src/lib.rs",)


@given(st.binary().filter(lambda content: b"\0" not in content))
def test_offsets_stay_what_they_were_but_for_line_ends(content: bytes) -> None:
    source = readable(b"//" + content, lone_cr_ends_line=False)
    source.decode("utf-8")
    assert len(source) == len(re.sub(rb"\r+\n", b"\n", content)) + 2


@given(st.text(alphabet="a\n\r#"))
def test_for_python_a_lone_cr_ends_a_line_and_a_crlf_ends_one(text: str) -> None:
    source = readable(text.encode(), lone_cr_ends_line=True)
    assert b"\r" not in source
    assert source.decode().splitlines() == text.splitlines()


@given(st.text(alphabet='a\n"#/').map(str.encode))
def test_a_file_says_the_same_with_the_line_ends_that_git_writes(kept: bytes) -> None:
    written = kept.replace(b"\n", b"\r\n")
    for lone_cr_ends_line in (True, False):
        assert readable(written, lone_cr_ends_line) == readable(kept, lone_cr_ends_line)
    assert name_as_kept(written) == (blob_id(kept) if b"\n" in kept else "")
    assert name_as_kept(kept) == ""


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"version https://git-lfs.github.com/spec/v1\n", "LFS"),
        (b"fn a() {}\0", "binary"),
        (b"\xff\xfe\x00\xd8", "UTF-16"),
    ],
)
def test_what_is_no_source_text_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        readable(content, lone_cr_ends_line=False)


def test_conflict_markers_are_found_only_as_a_set_of_three() -> None:
    assert conflict_line(b"a\n<<<<<<< x\nb\n=======\nc\n>>>>>>> y\n") == 2
    assert conflict_line(b"<<<<<<< x\n=======\n") == 0
    assert conflict_line(b"=======\n>>>>>>> y\n") == 0


def test_columns_count_characters() -> None:
    source = "é\tx\nyz".encode()
    span = Lines(source).span(source.index(b"x"), len(source))
    assert (span.line, span.column, span.end_line, span.end_column) == (1, 3, 2, 3)
