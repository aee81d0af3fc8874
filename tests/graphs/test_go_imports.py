"""The imports of a Go file are read from its head, with the constraint under which it is built."""

from __future__ import annotations

import time

import pytest

from ratchet.graphs.go import READER
from ratchet.graphs.go.constraints import is_ignored, of_name


def read(text: str) -> list[str]:
    """Each import as `name path`."""
    return [" ".join([*each.names, each.module]) for each in READER.imports(text.encode(), "go")]


HEADS = {
    'package a\nimport "x"': ["x"],
    'package a; import "x"; import "y"': ["x", "y"],
    'package a\nimport (\n\t"x"\n\n\t"y" // a comment\n)\nimport "z"\nfunc f() {}': ["x", "y", "z"],
    'package a\nimport b "x"': ["b x"],
    'package a\nimport (. "x"; _ "y"; `z`)': [". x", "_ y", "z"],
    'package a\nimport ()\nimport "x"': ["x"],
    'package a\n/* import "no" */\n// import "no"\nimport "C"': ["C"],
    '// import "no"\npackage a // import "no"\nvar b = `import "no"`': [],
    'package a\nfunc f() { g(`\nimport "no"\n`) }\nimport "late"': [],
    'package a\nconst s = "import"; import "no"': [],
    "package a": [],
    "": [],
    'import "x': [],
    '\ufeffpackage a\r\nimport "x"\r\n': ["x"],
}


@pytest.mark.parametrize("text", HEADS)
def test_imports_stand_before_the_first_declaration(text: str) -> None:
    assert read(text) == HEADS[text]


def test_the_place_of_an_import_is_that_of_its_name_or_path() -> None:
    found = READER.imports('package a\nimport (\n\t"x"\n\té "y"; "z"\n)'.encode(), "go")

    assert [(each.module, each.line, each.column) for each in found] == [("x", 3, 2), ("y", 4, 2), ("z", 4, 10)]


CONSTRAINTS = {
    "//go:build linux && !cgo": "linux && !cgo",
    "// licence\n\n//go:build  (a ||  b)\n// +build no": "(a || b)",
    "/* licence */\n//go:build ignore": "ignore",
    "// +build linux,!cgo darwin\n// +build amd64": "(linux && !cgo || darwin) && amd64",
    "// go:build linux": "",
    "//go:buildlinux": "",
}


@pytest.mark.parametrize("comment", CONSTRAINTS)
def test_a_constraint_holds_for_every_import_of_its_file(comment: str) -> None:
    (found,) = READER.imports(f'{comment}\n\npackage a\n//go:build late\nimport "x"'.encode(), "go")

    assert (found.cfg, found.conditional) == (CONSTRAINTS[comment], bool(CONSTRAINTS[comment]))


def test_a_file_that_imports_c_is_built_with_cgo_only() -> None:
    found = READER.imports(b'//go:build linux || darwin\npackage a\nimport "C"\nimport "x"', "go")

    assert {each.cfg for each in found} == {"(linux || darwin) && cgo"}


IGNORED = {
    "ignore": True,
    "": False,
    "linux": False,
    "ignore && linux": True,
    "linux && ignore": True,
    "ignore || linux": False,
    "!ignore": False,
    "!(ignore)": False,
    "!!ignore": True,
    "(ignore || ignore) && a": True,
    "a && (b || ignore)": False,
    "a || b && ignore": False,
    "ignored": False,
    "go1.2ignore": False,
    "ignore &&": True,
    "(ignore": True,
    "&& ignore": False,
}


@pytest.mark.parametrize("condition", IGNORED)
def test_a_file_is_ignored_where_its_constraint_holds_in_no_build(condition: str) -> None:
    assert is_ignored(condition) is IGNORED[condition]


@pytest.mark.parametrize("part", ["(", "!", "ignore", "ignore && ", "!(", ")", "||"])
def test_a_hostile_constraint_is_read_in_time(part: str) -> None:
    began = time.process_time()
    is_ignored("ignore" + part * 100_000)
    is_ignored(part * 100_000 + "ignore")
    assert time.process_time() - began < 4


NAMES = {
    "a_linux.go": "linux",
    "a/b_windows_amd64.go": "windows && amd64",
    "a_arm64_test.go": "arm64",
    "a_linux_test.go": "linux",
    "a_unix.go": "",
    "linux.go": "",
    "linux_amd64.go": "amd64",
    "a_amd64_linux.go": "linux",
    "a.b_linux.go": "",
    "a_test.go": "",
    "_linux.go": "linux",
}


@pytest.mark.parametrize("name", NAMES)
def test_the_name_of_a_file_may_be_a_constraint(name: str) -> None:
    assert of_name(name) == NAMES[name]


def test_files_that_the_go_command_passes_over_are_passed_over() -> None:
    assert [READER.dialect(path) for path in ("a.go", "a/b_test.go", "testdata/a.go")] == ["go"] * 3
    assert [READER.dialect(path) for path in ("_a.go", ".a.go", "vendor/x/a.go", "a/vendor/b.go", "a.txt")] == [""] * 5


LENGTH = 50_000
HOSTILE = {
    "open comments": "/*" * LENGTH,
    "comments": "/**/" * LENGTH,
    "open quotes": "package a\nimport " + '"' * LENGTH,
    "imports": "package a\n" + "import " * LENGTH,
    "brackets": "package a\nimport " + "(" * LENGTH,
    "one line of imports": "package a;" + 'import "x";' * 20_000,
    "constraints": "//go:build " + "(" * LENGTH + "\npackage a\nimport `x`",
    "nul": "\0" * LENGTH,
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_is_read_in_time(what: str) -> None:
    began = time.process_time()
    READER.imports(HOSTILE[what].encode(), "go")
    assert time.process_time() - began < 4
