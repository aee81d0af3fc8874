"""Bytes made ready for a parser."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratchet.model.snapshot import Unreadable, blob_id
from ratchet.syntax.python.names import with_plain_names
from ratchet.syntax.source import Lines, conflict_line, name_as_kept, readable
from tests.counting import measured, shipped_policy


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
    source = readable(b"//" + content, is_python=False)
    source.decode("utf-8")
    assert len(source) == len(re.sub(rb"\r+\n", b"\n", content)) + 2


@given(st.text(alphabet="a\n\r#"))
def test_for_python_a_lone_cr_ends_a_line_and_a_crlf_ends_one(text: str) -> None:
    source = readable(text.encode(), is_python=True)
    assert b"\r" not in source
    assert source.decode().splitlines() == text.splitlines()


@given(st.text(alphabet='a\n"#/').map(str.encode))
def test_a_file_says_the_same_with_the_line_ends_that_git_writes(kept: bytes) -> None:
    written = kept.replace(b"\n", b"\r\n")
    for is_python in (True, False):
        assert readable(written, is_python) == readable(kept, is_python)
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
        readable(content, is_python=False)


def test_conflict_markers_are_found_only_as_a_set_of_three() -> None:
    assert conflict_line(b"a\n<<<<<<< x\nb\n=======\nc\n>>>>>>> y\n") == 2
    assert conflict_line(b"<<<<<<< x\n=======\n") == 0
    assert conflict_line(b"=======\n>>>>>>> y\n") == 0


def test_columns_count_characters() -> None:
    source = "é\tx\nyz".encode()
    span = Lines(source).span(source.index(b"x"), len(source))
    assert (span.line, span.column, span.end_line, span.end_column) == (1, 3, 2, 3)


UTF_7 = b"# coding: utf-7\n# +AAo-print(1)\n"


@pytest.mark.parametrize(
    "content",
    [
        UTF_7,
        b"\xef\xbb\xbf" + UTF_7,
        b"#!/usr/bin/python\n# vim: set fileencoding=UTF7 :\n",
        b"\n\t# -*- coding:utf_7 -*-",
        b"# coding=unicode_escape\n",
        b"# coding=raw-unicode-escape\n",
        b"# coding: iso-2022-jp\n",
        b"# coding: hz\n",
        b"# coding: utf-16\n",
        b"#" + b" " * 5000 + b"\n# coding: utf-7",
    ],
)
def test_a_charset_that_can_hide_python_code_is_refused(content: bytes) -> None:
    with pytest.raises(Unreadable, match=r"the charset [-\w]+, in which code can look like a comment"):
        readable(content, is_python=True)


@pytest.mark.parametrize(
    "content",
    [
        b"# coding: utf-8\n",
        b"# coding: ascii\n",
        b"# coding: latin-1\n",
        b"# coding: cp1252\n",
        b"# coding: euc-jp\n",
        b"# coding: big5\n",
        b"# coding: nonsense\n",
        b"# coding: rot13\n",
        b"x = 1\n# coding: utf-7\n",
        b"\n\n# coding: utf-7\n",
        b"x = 'coding: utf-7'\n",
    ],
)
def test_all_other_charsets_and_words_are_read(content: bytes) -> None:
    assert readable(content, is_python=True) == content


def test_a_charset_is_declared_for_python_alone() -> None:
    assert readable(b"# coding: utf-7\n", is_python=False) == b"# coding: utf-7\n"


def python_source(text: str) -> str:
    return with_plain_names(shipped_policy().languages["python"], text.encode()).decode()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ｐｒｉｎｔ(1)\n", "print(1)\n"),
        ("ﬁle.ﬁnd(ﬁle=ª)\n", "file.find(file=a)\n"),
        ("f'{ｐｒｉｎｔ(1)} ｐ'\n", "f'{print(1)} ｐ'\n"),
        ("x = 'ｐｒｉｎｔ' # ｐｒｉｎｔ …\n", "x = 'ｐｒｉｎｔ' # ｐｒｉｎｔ …\n"),
        ("été = ｉｆ\n", "été = ｉｆ\n"),
        ("print(1) # … ½\n", "print(1) # … ½\n"),
    ],
)
def test_names_of_python_are_read_in_their_normal_form(written: str, meant: str) -> None:
    assert python_source(written) == meant


def test_a_name_in_another_form_is_found() -> None:
    found = measured({"src/a.py": "try:\n    f()\nexcept Ｅxception:\n    ｐｒｉｎｔ(1); print(2)\n"})
    places = [(finding.rule, finding.span.line, finding.span.column) for finding in found.findings]
    assert places == [("python/broad-except", 3, 1), ("python/print", 4, 5), ("python/print", 4, 15)]
