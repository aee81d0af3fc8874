"""Imports of one file: what is one, what only looks like one, and what each is by where it stands."""

from __future__ import annotations

import time

import pytest

from ratchet.graphs.python import READER
from ratchet.model.graph import Import
from tests.graphs.python.ast_reader import read_imports
from tests.self.modules import TOP


def said(source: str | bytes) -> list[str]:
    """Each import in short: `line:column .module[names] flags`."""
    content = source.encode() if isinstance(source, str) else source
    return [_short(each) for each in READER.imports(content, "python")]


def _short(found: Import) -> str:
    names = f"[{','.join(found.names)}]" if found.names else ""
    flags = {"type-only": found.type_only, "lazy": found.lazy, "conditional": found.conditional}
    words = " ".join(word for word, is_so in flags.items() if is_so)
    return f"{found.line}:{found.column} {'.' * found.level}{found.module}{names} {words}".rstrip()


def test_a_path_tells_the_dialect() -> None:
    paths = ("a.py", "a/b.pyi", "a.pyc", "py", ".py", "a.py.txt", "a.PY")
    assert [READER.dialect(path) for path in paths] == ["python", "stub", "", "", "", "", ""]


def test_every_form_of_statement() -> None:
    source = """\
import a, b.c as d; import e
from . import f
from .. g import (h, # i
    j as k,
)
from l \\
    import o
from.m import(n)
from p import *
"""
    assert said(source) == [
        "1:1 a", "1:1 b.c", "1:21 e", "2:1 .[f]", "3:1 ..g[h,j]", "6:1 l[o]", "8:1 .m[n]", "9:1 p[*]",
    ]  # fmt: skip


def test_what_is_no_code_is_no_import() -> None:
    source = '''\
"""
import a
"""
# import b
x = "import c"; y = f"{x} import d"; z = r"\\" # import e"
w = """\\"""
import f
"""
important = from_ = 1
we.import_module("g"); def_import = "h"
'''
    assert said(source) == []


def test_a_file_without_a_line_feed_at_its_end() -> None:
    assert said("import a") == ["1:1 a"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_marks_and_form_feeds(end: str) -> None:
    source = "\ufeff\f\n\fimport a\nif x:\n\timport b\n        import c\n".replace("\n", end)
    assert said(source) == ["2:2 a", "4:2 b conditional", "5:9 c conditional"]


def test_a_declared_charset_is_read_and_names_are_normalised() -> None:
    latin = "# -*- coding: latin-1 -*-\nx = 'ü'; import é\n".encode("latin-1")
    sjis = "# coding: shift_jis\nx = 'ソ'; import a\n".encode("shift_jis")  # its second byte is a backslash
    assert (said(latin), said(sjis)) == (["2:10 é"], ["2:10 a"])
    assert said("import ﬁ\n") == ["1:1 fi"]


@pytest.mark.parametrize("charset", ["punycode", "utf-7", "zlib", "no-such", "latin-nought"])
def test_a_charset_that_is_none_is_taken_for_utf_8(charset: str) -> None:
    assert said(f"# coding: {charset}\nimport a\n") == ["2:1 a"]


def test_bytes_that_are_no_text_do_no_harm() -> None:
    assert said(b"x = '\xff\xfe'\nimport a\xff\nimport b\n\x00\nimport c") == ["2:1 a\ufffd", "3:1 b", "5:1 c"]


def test_blocks_say_what_an_import_is() -> None:
    source = """\
try:
    import a
except ImportError: import b
finally:
    import c
class D:
    import d
    def e(self):
        if self: import e
        return lambda: __import__("f")
for x in y:
    import g
match x:
    case 1:
        import h
with (x
) as y: import i
x = [lambda: __import__("j"), __import__("k")]
if x: pass
else: import l
for x in y: pass
else: import m
"""
    assert said(source) == [
        "2:5 a conditional", "3:21 b conditional", "5:5 c", "7:5 d", "9:18 e lazy conditional", "10:24 f lazy",
        "12:5 g", "15:9 h conditional", "17:9 i", "18:14 j lazy", "18:31 k", "20:7 l conditional", "22:7 m",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("condition", "inside", "other"),
    [
        ("TYPE_CHECKING", True, False),
        ("typing.TYPE_CHECKING", True, False),
        ("t.TYPE_CHECKING", True, False),
        ("TC", True, False),
        ("not TYPE_CHECKING", False, True),
        ("TYPE_CHECKING and x", True, False),
        ("TYPE_CHECKING or x", False, False),
        ("not TYPE_CHECKING or x", False, True),
        ("not (TYPE_CHECKING or TC)", False, True),
        ("x == TYPE_CHECKING", False, False),
        ("x if TYPE_CHECKING else y", False, False),
        ("MY_TYPE_CHECKING", False, False),
    ],
)
def test_what_only_a_type_checker_sees(condition: str, inside: bool, other: bool) -> None:
    source = f"""\
from typing import TYPE_CHECKING as TC
if {condition}:
    import a
elif x:
    import b
else:
    import c
"""
    found = [each.type_only for each in READER.imports(source.encode(), "python")]
    assert found == [False, inside, other, other]


def test_calls_that_import() -> None:
    source = """\
import importlib as il, builtins
from importlib import import_module as load
il.import_module("a.b")
load(".c", package=__package__)
load("..d", __name__)
load(".e", "x.y")
load(".f", package)
__import__("g", fromlist=["h"])
builtins.__import__("i", level=2)
load(name)
other.import_module("j")
f"{__import__('k')} import l"
"""
    assert said(source)[3:] == ["3:1 a.b", "4:1 .c", "5:1 ..d", "6:1 x.y.e", "8:1 g[h]", "9:1 ..i", "12:4 k"]


def test_a_tab_goes_to_the_next_multiple_of_eight_as_python_2_had_it() -> None:
    assert said("if x:\n        def f():\n\t\timport a\n\timport b\n") == [
        "3:3 a lazy conditional",
        "4:2 b conditional",
    ]


def test_a_lazy_import_of_python_3_15() -> None:
    assert said("lazy import a\nlazy from b import c\nlazy = 1\nimport d\n") == ["1:1 a lazy", "2:1 b[c] lazy", "4:1 d"]


def test_python_2_and_broken_files_are_read_as_far_as_they_go() -> None:
    source = "print 'import no'\nimport a\nx = 'open\nimport b\nexcept A, e:\n    import c\n"
    assert said(source) == ["2:1 a", "4:1 b", "6:5 c conditional"]


HOSTILE = {
    "one line": b"import a;" * 6000,
    "calls on one line": b'__import__("a"),' * 3000,
    "brackets": b"if x:\n " + b"(" * 30000 + b'__import__("a")' * 1000,
    "quotes": b"'\"\n" * 10000 + b" import a\n",
    "strings in strings": b'f"{' * 15000 + b"\n import a\n",
    "continued": b"import \\\n" * 6000,
    "from": b"from " * 10000 + b"import a",
    "unclosed": b"from a import (b,\n" * 3000,
    "conditions": b"if " + b"(" * 20000 + b"TYPE_CHECKING" + b")" * 20000 + b":\n import a\n",
    "aliases": b"".join(b"from importlib import import_module as m%d\n" % each for each in range(1500)),
    "blanks": b" " * 60000 + b"#coding: latin-1\n" + b" import a\n" * 100,
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE.keys())
def test_twice_the_text_takes_about_twice_the_time(source: bytes) -> None:
    """A reader that went back to the start for each import would take sixteen times as long."""

    def seconds(content: bytes) -> float:
        start = time.process_time()
        READER.imports(content, "python")
        return time.process_time() - start

    def least(content: bytes) -> float:
        return min(seconds(content) for _ in range(3))  # a busy machine only ever adds

    assert least(source * 4) < 10 * least(source) + 0.3


def test_the_scanner_and_the_parser_agree_on_our_own_code() -> None:
    files = sorted(TOP.joinpath("ratchet", "repo").glob("*.py"))
    assert len(files) > 20
    for file in files:
        content = file.read_bytes()
        assert tuple(sorted(READER.imports(content, "python"))) == read_imports(content), file
