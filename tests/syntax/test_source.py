"""Bytes made ready for a parser."""

from __future__ import annotations

import ast
import encodings
import itertools
import pkgutil
import re
import warnings

import pytest
from hypothesis import example, given
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
        UTF_7.replace(b"\n", b"\n# coding: utf-8\n", 1),
        UTF_7.replace(b"\n", b"\r# coding: utf-8\r", 1),
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
        b"# coding: utf-8\n# coding: utf-7\n",
        b"x = 'coding: utf-7'\n",
    ],
)
def test_all_other_charsets_and_words_are_read(content: bytes) -> None:
    assert readable(content, is_python=True) == content


def test_a_charset_is_declared_for_python_alone() -> None:
    assert readable(b"# coding: utf-7\n", is_python=False) == b"# coding: utf-7\n"


CHARSETS = ("latin-1", "Latin_1-x", "ISO-LATIN-1", *(each.name for each in pkgutil.iter_modules(encodings.__path__)))
COOKIES = st.tuples(
    st.sampled_from(("", "\t", "\f ", "\ufeff", "x = 1 ")),
    st.sampled_from(("#", "# vim: file", "#coding #")),
    st.sampled_from(("coding:", "coding= ", "coding :")),
    st.sampled_from(CHARSETS) | st.sampled_from(("utf-8", "utf-8-x", "gbk", "latin-1", "koi8-r")),
).map(lambda parts: "".join(parts).encode())
HEADS = st.lists(COOKIES | st.sampled_from((b"", b" \f", b"# words", b"x = 1", b"\\")), max_size=3)
TEXTS = st.tuples(st.binary(max_size=2), st.sampled_from((b"", b"\\", b"'", b"0", b"%"))).map(b"".join)
ENDS = st.sampled_from((b"\n", b"\r", b"\r\n"))


def meaning(source: bytes | str) -> str:
    """What CPython makes of a file; nothing of one that it does not read."""
    try:
        with warnings.catch_warnings(action="ignore"):
            return ast.dump(ast.parse(source))
    except (SyntaxError, ValueError, LookupError):
        return ""


def is_read_alike(content: bytes) -> bool:
    """Whether a file that CPython reads is refused, or means the same as UTF-8."""
    expected = meaning(content)
    try:
        return expected in ("", meaning(readable(content, is_python=True).decode()))
    except Unreadable:
        return True


@given(HEADS, TEXTS, ENDS)
@example([b"# coding: latin-1", b"# coding: gbk"], b"\xaa", b"\n")
@example([b"# coding: gbk", b"# coding: utf-8"], b"\x95\\", b"\n")
def test_a_file_is_refused_or_read_as_cpython_reads_it(head: list[bytes], text: bytes, end: bytes) -> None:
    assert is_read_alike(end.join((*head, b'x = "' + text + b'"; print() #"', b"")))


@pytest.mark.parametrize("charset", CHARSETS)
def test_no_byte_of_a_charset_ends_a_string_for_cpython_alone(charset: str) -> None:
    for lead, trail in itertools.product(range(128, 256), (b"", b"\\")):
        assert is_read_alike(b'# coding: %s\nx = "%c%s"; print() #"\n' % (charset.encode(), lead, trail))


def test_names_in_another_charset_are_read() -> None:
    latin, gbk = "except Excepti\xban: pass".encode("latin-1"), "except Exception: ｐｒｉｎｔ(1)".encode("gbk")
    files = {
        "src/a.py": b"# coding: latin-1\ntry: f()\n" + latin,
        "src/b.py": b'# coding: gbk\nx = "\x95\\"; print(1) #"\ntry: f()\n' + gbk,
    }
    found = [(finding.rule, finding.path, finding.span.line) for finding in measured(files).findings]
    assert found == [
        ("python/broad-except", "src/a.py", 3),
        ("python/print", "src/b.py", 2),
        ("python/broad-except", "src/b.py", 4),
        ("python/print", "src/b.py", 4),
    ]


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
