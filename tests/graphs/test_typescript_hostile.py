"""No file of a repository makes the TypeScript reader crash, hang, or look outside."""

from __future__ import annotations

import json
import time

import pytest

from ratchet.graphs.typescript import READER
from tests.graphs.drawing import arrows, draw

# Four times what the slowest needs, and less than a quadratic pattern took.
DEADLINE = 6.0
LENGTH = 100_000

TEXTS = {
    "one long line": "a=1;" * (LENGTH // 4) + "require('x')",
    "imports without an end": "import { " * (LENGTH // 9),
    "words without an end": "import " * (LENGTH // 7),
    "comments in imports": "import /* */ " * (LENGTH // 13),
    "open comments": "/*" * (LENGTH // 2) + "import 'x'",
    "open templates": "`${" * (LENGTH // 3) + "import('x')",
    "open brackets": "([{" * (LENGTH // 3) + "require('x')",
    "closed brackets": ")]}" * (LENGTH // 3) + "require('x')",
    "open tags": "<a>" * (LENGTH // 3) + "{require('x')}",
    "tags that are none": "a = <T>(b);\n" * (LENGTH // 12) + "require('x')",
    "generics": "f(<" * (LENGTH // 3) + "import('x')",
    "quotes": "'\"`" * (LENGTH // 3) + "require('x')",
    "backslashes": "\\" * LENGTH + "require('x')",
    "slashes": "= /[" * (LENGTH // 4) + "require('x')",
    "names of types": "import type type " * (LENGTH // 17),
    "chains": "a" + ".b" * (LENGTH // 2) + "; require('x')",
    "calls": "require(" * (LENGTH // 8),
    "froms": "from 'x' " * (LENGTH // 9),
    "nul": "\0" * LENGTH + "import 'x'",
}


@pytest.mark.parametrize("what", TEXTS)
def test_a_hundred_kilobytes_are_read_in_time_of(what: str) -> None:
    began = time.process_time()
    READER.imports(TEXTS[what].encode(), "markup")
    assert time.process_time() - began < DEADLINE


COMPONENTS = {
    "comments": "<!-- -->" * (LENGTH // 8),
    "open comments": "<!--" * (LENGTH // 4),
    "tags": "<script " * (LENGTH // 8),
    "quotes": '<script "' * (LENGTH // 9),
    "empty scripts": "<script></script>" * (LENGTH // 17),
}


@pytest.mark.parametrize("what", COMPONENTS)
def test_a_hundred_kilobytes_of_a_component_are_read_in_time_of(what: str) -> None:
    began = time.process_time()
    READER.imports(COMPONENTS[what].encode(), "component")
    assert time.process_time() - began < DEADLINE


def test_a_long_line_with_many_imports_costs_no_more_than_its_length() -> None:
    began = time.process_time()
    found = READER.imports(b'import "x";' * 50_000, "types")

    assert (len(found), found[-1].column) == (50_000, 49_999 * 11 + 1)
    assert time.process_time() - began < DEADLINE


def test_bytes_that_are_no_text_hide_no_import() -> None:
    assert [each.module for each in READER.imports(b'"\xff\xfe"; import "x\xff"', "types")] == ["x\udcff"]


ODD: tuple[object, ...] = (
    None,
    True,
    5,
    "text",
    "*",
    [],
    [5, None],
    {},
    {"a": 5},
    {"*": 5},
    {".": {"a": [[{}]]}},
    [["a"]],
)
PACKAGE_KEYS = ("name", "main", "exports", "imports", "workspaces", "dependencies", "types", "source")
OPTION_KEYS = ("paths", "baseUrl", "outDir", "rootDir")


@pytest.mark.parametrize("key", PACKAGE_KEYS)
def test_any_value_in_a_manifest_is_survived(key: str) -> None:
    for value in ODD:
        files = {
            "package.json": json.dumps({"name": "b", "workspaces": ["*"], key: value}),
            "c/package.json": json.dumps({"name": "c", key: value}),
            "a.ts": 'import "b"; import "b/x"; import "c"; import "./c"; import "#a"',
        }
        assert len(arrows(draw(READER, files))) == 5


@pytest.mark.parametrize("key", [*OPTION_KEYS, "extends", "references", "compilerOptions"])
def test_any_value_in_a_config_is_survived(key: str) -> None:
    for value in ODD:
        written = {"compilerOptions": {key: value}} if key in OPTION_KEYS else {key: value}
        assert (
            len(arrows(draw(READER, {"tsconfig.json": json.dumps(written), "a.ts": 'import "@/b"; import "x"'}))) == 2
        )


def test_paths_of_a_config_do_not_leave_the_repository() -> None:
    options = {"baseUrl": "../..", "paths": {"@/*": ["../../../*", "/etc/*", "../x/*"]}}
    files = {"p/tsconfig.json": json.dumps({"compilerOptions": options}), "p/a.ts": 'import "@/b"', "b.ts": ""}

    assert arrows(draw(READER, files)) == ["p/a.ts -> ?@/b"]


def test_configs_that_extend_each_other_in_a_circle_are_told_of() -> None:
    files = {
        "tsconfig.json": '{"extends": "./b.json", "compilerOptions": {"paths": {"@/*": ["src/*"]}}}',
        "b.json": '{"extends": "./tsconfig.json"}',
        "src/x.ts": "",
        "a.ts": 'import "@/x"',
    }
    drawn = draw(READER, files)

    assert arrows(drawn) == ["a.ts -> src/x.ts"]
    assert drawn.notices == ("tsconfig.json → b.json → tsconfig.json: these extend each other in a circle",)


def test_a_chain_of_a_thousand_configs_ends_early() -> None:
    chain = {f"c{number}.json": json.dumps({"extends": f"./c{number + 1}"}) for number in range(1000)}
    drawn = draw(READER, {**chain, "tsconfig.json": '{"extends": "./c0"}', "a.ts": 'import "x"'})

    assert drawn.notices == ("tsconfig.json extends more than 32 files in a row",)


def test_configs_that_fan_out_are_read_once_each() -> None:
    levels = {
        f"c{number}.json": json.dumps({"extends": [f"./c{number + 1}", f"./c{number + 1}.json"]})
        for number in range(30)
    }
    drawn = draw(READER, {**levels, "c30.json": "{}", "tsconfig.json": '{"extends": "./c0"}', "a.ts": 'import "x"'})

    assert (arrows(drawn), drawn.notices) == (["a.ts -> x"], ())


BROKEN = {
    "no JSON": ("{ oops", 1),
    "no object": ("[]", 1),
    "deep": ("[" * 100_000, 0),
    "a long number": ('{"a": ' + "1" * 5000 + "}", 0),
}


@pytest.mark.parametrize("what", BROKEN)
@pytest.mark.parametrize("path", ["package.json", "tsconfig.json"])
def test_a_broken_file_that_imports_depend_on_is_a_mistake_with_its_line(what: str, path: str) -> None:
    text, line = BROKEN[what]
    (mistake,) = draw(READER, {path: text, "a.ts": 'import "x"'}).mistakes

    assert mistake.place is not None
    assert (mistake.place.path, mistake.place.line) == (path, line)
    assert mistake.message.startswith(path)
    assert "exclude" in mistake.hint


def test_a_broken_file_that_no_import_depends_on_is_told_of() -> None:
    drawn = draw(READER, {"fixtures/package.json": "{", "lerna.json": "", "a.ts": 'import "x"'})

    assert drawn.mistakes == ()
    assert [each.split()[0] for each in drawn.notices] == ["fixtures/package.json", "lerna.json"]


def test_a_thousand_directories_in_each_other_are_no_deeper_than_one() -> None:
    deep = "d/" * 1500
    files = {f"{deep}a.ts": 'import "@/b"; import "x"', "b.ts": "", "tsconfig.json": json.dumps(
        {"compilerOptions": {"paths": {"@/*": ["./*"]}}}
    )}  # fmt: skip

    assert arrows(draw(READER, files)) == [f"{deep}a.ts -> b.ts", f"{deep}a.ts -> x"]


@pytest.mark.parametrize("pattern", ["*a" * 40 + "b", "**/" * 40 + "b", "{a,b}" * 40, "{{{{", "!**", ""])
def test_globs_of_a_workspace_are_never_slow(pattern: str) -> None:
    name = "a" * 200
    files = {"package.json": json.dumps({"workspaces": [pattern]}), f"{name}/package.json": '{"name": "c"}'}

    assert arrows(draw(READER, {**files, "a.ts": 'import "c"'})) == ["a.ts -> c"]
