"""The imports of a TypeScript or JavaScript file are found where they are code, and nowhere else."""

from __future__ import annotations

import pytest

from ratchet.graphs.typescript import READER
from ratchet.model.graph import Import

FLAGS = {"type": "type_only", "lazy": "lazy", "cond": "conditional"}


def read(text: str, name: str = "a.tsx") -> list[str]:
    """Each import as `module`, with the flags that are true of it."""
    return [_shown(each) for each in READER.imports(text.encode(), READER.dialect(name))]


def _shown(found: Import) -> str:
    return " ".join([found.module, *(short for short, field in FLAGS.items() if getattr(found, field))])


STATEMENTS = {
    'import "x"': ["x"],
    'import a from "x"': ["x"],
    "import{a}from'x'": ["x"],
    'import * as a from "x"': ["x"],
    'import a, * as b from "x"': ["x"],
    'import a, { b as c, "d-e" as f } from "x"': ["x"],
    'import /* { */ {\n  a, // }\n} /* */ from\n "x"': ["x"],
    'import json from "./x.json" with { type: "json" }; import "y"': ["./x.json", "y"],
    'import x = require("x")': ["x"],
    'export import x = require("x")': ["x"],
    'import type x = require("x")': ["x type"],
    "import a = B.C; import 'y'": ["y"],
    'import defer * as a from "x"; import source b from "y"': ["x", "y"],
    'export * from "x"': ["x"],
    'export * as a from "x"': ["x"],
    'export { a, b as default } from "x"': ["x"],
    'export { a }; export const from = "x"; from\n"y"': [],
    'import type { A } from "x"': ["x type"],
    'import type A from "x"': ["x type"],
    'import type * as A from "x"': ["x type"],
    'import type from "x"': ["x"],
    'import type, { a } from "x"': ["x"],
    'import type from from "x"': ["x type"],
    'import { type A, type B as C } from "x"': ["x type"],
    'import { type A, b } from "x"': ["x"],
    'import { type } from "x"': ["x"],
    'import { type as a } from "x"': ["x"],
    'import { type as } from "x"': ["x type"],
    'import { type as as a } from "x"': ["x type"],
    'import {} from "x"': ["x"],
    'export type { A } from "x"': ["x type"],
    'export type * from "x"': ["x type"],
    'export { type A } from "x"': ["x type"],
    'import("x")': ["x lazy"],
    "import(/* webpackChunkName: 'y' */ `x`)": ["x lazy"],
    'import("x", { with: { type: "json" } }).then(f)': ["x lazy"],
    "import(name); import(`./${name}`); import('a' + b); import.meta.glob('./*.ts')": [],
    'let a: import("x").B; type C = typeof import("y")': ["x type", "y type"],
    'type A = { b: C<D, import("x").E>; import(): F; require: G }': ["x type"],
    'require("x")': ["x"],
    "const { a } = require(`x`).b": ["x"],
    "require(name); require('a' + b); require.resolve('c'); module.require('d'); this.#require('e')": [],
    '/// <reference path="x.d.ts" />\n/// <reference types="y" />\nf(); /// <reference path="z.d.ts" />': [
        "./x.d.ts type",
        "y type",
    ],
}


@pytest.mark.parametrize("text", STATEMENTS)
def test_an_import_is_read_as_it_is_written(text: str) -> None:
    assert read(text, "a.ts") == STATEMENTS[text]


NO_CODE = {
    "a string": "\"import 'x'\"; 'require(\"x\")'",
    "a comment": '// import "x"\n/* require("x") */ /** @type {import("x").A} */',
    "a template": '`import "x" ${f(`require("x")`)}`',
    "a regular expression": 'a = /import "x"/; b = [/require("x")/]; if (c) /import("x")/.test(d)',
    "a regular expression with a class": "a = /[/'\"]/; // import 'x'",
    "a regular expression after a block": "if (a) { b }\n/import 'x'/.test(c)",
    "markup": '<a title="import \'x\'">import "x" <b/> require("x")</a>',
    "markup with a comparison": '<a>{b < c}import "x"</a>',
    "a property": 'a.import("x"); a?.require("x"); ({ import: "x", require: 1 })',
}


@pytest.mark.parametrize("what", NO_CODE)
def test_nothing_is_imported_in(what: str) -> None:
    assert read(f'{NO_CODE[what]}\nimport "z"') == ["z"]


CODE = {
    "a hole of a template": '`import ${require("x")} ${{ a: `${require("y")}` }}`',
    "a division": 'a = b / c; require("x"); d = e / require("y")',
    "a division after brackets": '(a) / require("x"); b[0] / require("y") / 2',
    "a division after a number": '1. / require("x") / 2; i++ / require("y") / 2',
    "a division after an assertion": 'a! / require("x") / 2; require("y")',
    "a hole of markup": '<a b={require("x")} {...c}>{d && <e f="{">{require("y")}</e>}</a>',
    "what follows markup": '<a><></><b.c d=\'"\' /></a>; require("x"); f(<g />, require("y"))',
    "what follows type parameters": 'const f = <T,>(a: T) => require("x"); type G = <T>(a: T) => void; require("y")',
    "what follows a shift": 'a = 1 << b; require("x"); c <<= d; require("y")',
    "what follows a comparison": 'if (a<b && c>d) require("x"); e = f < g; require("y")',
    "what follows a broken string": "a = 'oops\nrequire('x'); require('y')",
}


@pytest.mark.parametrize("where", CODE)
def test_code_is_read_in(where: str) -> None:
    assert [each.split()[0] for each in read(CODE[where])] == ["x", "y"]


def test_type_parameters_are_no_markup_however_many_there_are() -> None:
    types = "type F = <T>(a: T) => void; new <T>(a);\n" * 10

    assert read(f'{types}const a = <b>import "no"</b>; require("x")') == ["x"]


def test_angle_brackets_are_types_and_not_markup_in_a_plain_typescript_file() -> None:
    assert read('const a = <T>b; import "x"', "a.ts") == ["x"]
    assert read("const a = <T>b; import 'x'", "a.tsx") == ["x"], "markup that never ends is none"


LAZY = {
    "function f() { require('x') }": "x lazy",
    "function f(): Promise<{ a: B }> { require('x') }": "x lazy",
    "const f = () => require('x')": "x lazy",
    "const f = () => { require('x') }": "x lazy",
    "class A { b = 1\n c(): D<E> { require('x') } }": "x lazy",
    "class A { get b() { require('x') } }": "x lazy",
    "({ async *a(b, c): D { require('x') } })": "x lazy",
    "f(function () { require('x') })": "x lazy",
    "function f(a = require('x')) {}": "x lazy",
    "class A { static { require('x') } }": "x",
    "class A { b = require('x') }": "x",
    "const f = () => a\nrequire('x')": "x",
    "f(() => a, require('x'))": "x",
    "function f() {} require('x')": "x",
    "export default { a: require('x') }": "x",
    "for (const a of require('x')) {}": "x",
    "type F = () => void\nconst a = require('x')": "x",
}


@pytest.mark.parametrize("text", LAZY)
def test_what_runs_when_a_function_is_called_is_lazy(text: str) -> None:
    assert read(text, "a.ts") == [LAZY[text]]


CONDITIONAL = {
    "if (a) { require('x') }": "x cond",
    "if (a) require('x')": "x cond",
    "if (a) b\nelse require('x')": "x cond",
    "if (a) {} else { b(() => { require('x') }) }": "x lazy",
    "try { require('x') } catch {}": "x cond",
    "try {} catch (e) { require('x') }": "x cond",
    "switch (a) { case b: require('x') }": "x cond",
    "function f() { if (a) { require('x') } }": "x lazy cond",
    "if (a) b(); require('x')": "x",
    "if (a)\n  b()\nrequire('x')": "x",
    "if (require('x')) {}": "x",
    "while (a) { require('x') }": "x",
}


@pytest.mark.parametrize("text", CONDITIONAL)
def test_what_runs_only_if_something_holds_is_conditional(text: str) -> None:
    assert read(text, "a.ts") == [CONDITIONAL[text]]


def test_names_are_those_of_the_module_and_a_star_is_all_of_them() -> None:
    text = 'import a, { b as c, type D } from "x"\nimport * as e from "y"\nexport { default as f } from "z"'

    assert [each.names for each in READER.imports(text.encode(), "types")] == [
        ("default", "b", "D"),
        ("*",),
        ("default",),
    ]


def test_lines_and_columns_are_counted_in_bytes_and_from_one() -> None:
    found = READER.imports('\ufeff"é"; import "x"\r\n\n  require("y"); require("z")'.encode(), "types")

    assert [(each.line, each.column, each.module) for each in found] == [(1, 7, "x"), (3, 3, "y"), (3, 17, "z")]


def test_a_file_in_utf_16_is_read_by_its_mark() -> None:
    assert [each.module for each in READER.imports('import "x"'.encode("utf-16"), "types")] == ["x"]


def test_all_that_a_declaration_file_imports_is_types() -> None:
    assert read('import { A } from "x"', "a.d.ts") == ["x type"]


COMPONENT = """<!-- <script>import "no"</script> -->
<template><script-like>import "no"</script-like></template>
<script lang="ts" generics="T extends A<B>">
import "x"
</script>
<script setup>
import type { A } from "y"
</script>
<style>@import "no"</style>
"""


@pytest.mark.parametrize("name", ["a.vue", "a.svelte"])
def test_a_component_imports_what_its_scripts_import(name: str) -> None:
    found = READER.imports(COMPONENT.encode(), READER.dialect(name))

    assert [(each.line, each.module, each.type_only) for each in found] == [(4, "x", False), (7, "y", True)]


def test_files_are_known_by_their_suffix_and_those_of_package_managers_are_left_alone() -> None:
    suffixes = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", ".d.mts", ".vue", ".svelte")

    assert all(READER.dialect(f"a{suffix}") for suffix in suffixes)
    assert [READER.dialect(name) for name in ("a.json", "a.css", "ts", "node_modules/a/b.js", "x/.yarn/a.cjs")] == [
        ""
    ] * 5
