"""What an import leads to is what the compiler and Node.js would load, told from the files alone."""

from __future__ import annotations

import json

import pytest

from ratchet.graphs.typescript import READER
from ratchet.model.graph import EdgeKind
from ratchet.model.scope import Scope
from tests.graphs.drawing import arrows, draw, flagged


def lead(files: dict[str, str], specifier: str, importer: str = "a.ts") -> str:
    """Where one import leads: the name of a node, or `?` and the specifier."""
    drawn = draw(READER, {**files, importer: f'import "{specifier}"'})
    (arrow,) = [each for each in arrows(drawn) if each.startswith(f"{importer} -> ")]
    return arrow.removeprefix(f"{importer} -> ")


RELATIVE = {
    "./b": {"b.ts": "b.ts", "b.tsx": "b.tsx", "b.js": "b.js", "b.json": "b.json", "b.vue": "b.vue", "b.d.ts": "b.d.ts"},
    "./b.js": {"b.ts": "b.ts", "b.tsx": "b.tsx", "b.js": "b.js", "b.d.ts": "b.d.ts"},
    "./b.mjs": {"b.mts": "b.mts", "b.mjs": "b.mjs"},
    "./b.ts": {"b.ts": "b.ts", "b.js": "?./b.ts"},
    "./b.css": {"b.css.ts": "b.css.ts"},
    "./b.ts?worker": {"b.ts": "b.ts", "b.css": "?./b.ts?worker"},
    "./b.wasm": {"b.wasm": "b.wasm"},
    "./d": {"d/index.ts": "d/index.ts", "d/index.jsx": "d/index.jsx", "d/c.ts": "?./d"},
    ".": {"index.ts": "index.ts"},
    "../b": {"b.ts": "?../b"},
    "../../../../etc/passwd": {"etc/passwd": "?../../../../etc/passwd"},
    "/b": {"b.ts": "?/b"},
    "": {"b.ts": "?"},
}


@pytest.mark.parametrize(("specifier", "file"), [(spec, file) for spec, files in RELATIVE.items() for file in files])
def test_a_relative_import_finds_its_file(specifier: str, file: str) -> None:
    assert lead({file: ""}, specifier) == RELATIVE[specifier][file]


def test_a_source_wins_over_its_script_for_a_source_and_the_script_over_it_for_a_script() -> None:
    files = {"b.ts": "", "b.js": ""}

    assert lead(files, "./b.js", "a.ts") == "b.ts"
    assert lead(files, "./b.js", "a.js") == "b.js"


def test_what_runs_wins_over_what_describes_it() -> None:
    assert lead({"b.js": "", "b.d.ts": ""}, "./b") == "b.js"


def test_a_directory_is_what_its_manifest_names() -> None:
    files = {"d/package.json": '{"main": "lib/x.js"}', "d/lib/x.js": "", "d/index.js": ""}

    assert lead(files, "./d") == "d/lib/x.js"


@pytest.mark.parametrize(("importer", "specifier"), [("test/a.js", ".."), ("test/a.js", "../"), ("a.js", ".")])
def test_the_top_is_what_its_manifest_names(importer: str, specifier: str) -> None:
    files = {"package.json": '{"main": "x.js"}', "x.js": "", "index.js": ""}

    assert lead(files, specifier, importer) == "x.js"
    assert lead(files | {"package.json": "{}"}, specifier, importer) == "index.js"


OUTSIDE = {
    "react": "react",
    "react/jsx-runtime": "react",
    "@scope/name/sub": "@scope/name",
    "fs": "node:fs",
    "node:fs/promises": "node:fs",
    "npm:chalk@5/x": "chalk",
    "npm:@scope/name@1": "@scope/name",
    "https://example.org/x.ts": "https://example.org",
    "virtual:pages": "virtual:pages",
    "@/x": "?@/x",
    "~/x": "?~/x",
    "#x": "?#x",
}


@pytest.mark.parametrize("specifier", OUTSIDE)
def test_what_is_not_of_the_repository_is_one_node_per_package(specifier: str) -> None:
    assert lead({}, specifier) == OUTSIDE[specifier]


def test_modules_of_node_are_standard_and_packages_are_not() -> None:
    nodes = draw(READER, {"a.ts": 'import "node:fs"; import "react"'}).nodes

    assert {node.id: (node.own, node.standard) for node in nodes.values()} == {
        "typescript:a.ts": (True, False),
        "typescript:ext:node:fs": (False, True),
        "typescript:ext:react": (False, False),
    }


CONFIG = """{
  // aliases
  "compilerOptions": {
    "baseUrl": "./src", /* of the sources */
    "paths": { "@/*": ["./gen/*", "./*"], "exact": ["b.ts"], "@lib": ["../lib/index"], "@app/*": ["./app/*"], },
  },
}"""
ALIASED = {
    "@/b": "src/b.ts",
    "@/c": "src/gen/c.ts",
    "exact": "src/b.ts",
    "@lib": "lib/index.ts",
    "b": "src/b.ts",
    "@/gone": "?@/gone",
    "@app/gone": "?@app/gone",
    "react": "react",
}


@pytest.mark.parametrize("specifier", ALIASED)
@pytest.mark.parametrize("name", ["tsconfig.json", "jsconfig.json"])
def test_an_alias_of_the_nearest_config_leads_to_the_first_file_there_is(specifier: str, name: str) -> None:
    files = {name: CONFIG, "src/b.ts": "", "src/c.ts": "", "src/gen/c.ts": "", "lib/index.ts": ""}

    assert lead(files, specifier, "src/deep/a.ts") == ALIASED[specifier]


def test_paths_without_a_base_are_relative_to_the_file_that_has_them() -> None:
    files = {
        "tsconfig.json": '{"extends": ["./config/base", "./config/more.json"]}',
        "config/base.json": '{"compilerOptions": {"paths": {"@/*": ["../src/*"]}}}',
        "config/more.json": '{"compilerOptions": {"strict": true}}',
        "src/b.ts": "",
    }

    assert lead(files, "@/b") == "src/b.ts"


def test_what_a_config_says_itself_wins_over_what_it_extends() -> None:
    files = {
        "tsconfig.json": '{"extends": "./base", "compilerOptions": {"paths": {"@/*": ["./src/*"]}}}',
        "base.json": '{"compilerOptions": {"paths": {"@/*": ["./old/*"]}}}',
        "src/b.ts": "",
        "old/b.ts": "",
    }

    assert lead(files, "@/b") == "src/b.ts"


def test_the_directory_of_the_config_that_extends_has_a_name() -> None:
    base = '{"compilerOptions": {"paths": {"@/*": ["${configDir}/src/*"]}}}'
    files = {"base.json": base, "p/tsconfig.json": '{"extends": "../base.json"}', "p/src/b.ts": ""}

    assert lead(files, "@/b", "p/a.ts") == "p/src/b.ts"


def test_aliases_of_a_config_that_is_referred_to_hold_in_a_solution() -> None:
    files = {
        "tsconfig.json": '{"files": [], "references": [{"path": "./tsconfig.app.json"}]}',
        "tsconfig.app.json": '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}',
        "src/b.ts": "",
    }

    assert lead(files, "@/b") == "src/b.ts"


def test_a_config_that_is_not_here_is_told_of() -> None:
    drawn = draw(READER, {"tsconfig.json": '{"extends": "@tsconfig/node20"}', "a.ts": "import 'b'"})

    assert drawn.notices == ("tsconfig.json extends @tsconfig/node20, which is not here: aliases it has are unknown",)
    assert drawn.mistakes == ()


def workspace(manifest: dict[str, object], *files: str, **root: object) -> dict[str, str]:
    """A repository with one package `@me/b` in packages/b."""
    return {
        "package.json": json.dumps(root or {"workspaces": ["packages/*"]}),
        "packages/b/package.json": json.dumps({"name": "@me/b", **manifest}),
        **dict.fromkeys(files, ""),
    }


B = "packages/b/"
PACKAGES: dict[str, tuple[dict[str, object], str, str]] = {
    "main": ({"main": "lib/x.js"}, "@me/b", "lib/x.js"),
    "types": ({"types": "x.ts"}, "@me/b", "x.ts"),
    "an index": ({}, "@me/b", "index.ts"),
    "a source": ({}, "@me/b", "src/index.ts"),
    "a path": ({}, "@me/b/x/y", "x/y.ts"),
    "exports as a text": ({"exports": "./x.js"}, "@me/b", "x.js"),
    "conditions": ({"exports": {"types": "./x.d.ts", "import": "./x.js"}}, "@me/b", "x.js"),
    "nested conditions": ({"exports": {".": {"node": {"require": "./x.cjs"}}}}, "@me/b", "x.cjs"),
    "a list": ({"exports": {".": ["./gone.js", "./x.js"]}}, "@me/b", "x.js"),
    "a subpath": ({"exports": {"./y": "./x.js"}}, "@me/b/y", "x.js"),
    "a pattern": ({"exports": {"./*": "./src/*.ts", "./f/*.js": "./f/*.ts"}}, "@me/b/f/g.js", "f/g.ts"),
    "a build by its config": ({"exports": "./build/x.js"}, "@me/b", "code/x.ts"),
    "a build by its name": ({"main": "dist/esm/x.mjs"}, "@me/b", "src/x.ts"),
    "a build as a source": ({"exports": {"source": "./src/x.ts", "import": "./dist/y.js"}}, "@me/b", "src/x.ts"),
    "a path in a build": ({}, "@me/b/dist/x", "src/x.ts"),
}


@pytest.mark.parametrize("what", PACKAGES)
def test_a_package_of_the_workspace_is_entered_by(what: str) -> None:
    manifest, specifier, file = PACKAGES[what]
    config = {"packages/b/tsconfig.json": '{"compilerOptions": {"outDir": "build", "rootDir": "code"}}'}

    assert lead(workspace(manifest, B + file) | config, specifier, "packages/c/a.ts") == B + file


CLOSED: dict[str, tuple[dict[str, object], str]] = {
    "a closed door": ({"exports": {"./*": "./*.ts", "./x": None}}, "@me/b/x"),
    "nothing that is there": ({"main": "dist/gone.js"}, "@me/b"),
    "a way out": ({"exports": "./../../../x.ts"}, "@me/b"),
}


@pytest.mark.parametrize("what", CLOSED)
def test_a_package_of_the_workspace_is_not_entered_by(what: str) -> None:
    manifest, specifier = CLOSED[what]

    assert lead(workspace(manifest, B + "x.ts", "x.ts"), specifier) == f"?{specifier}"


WORKSPACES = {
    "npm": {"package.json": '{"workspaces": ["libs/*"]}'},
    "yarn": {"package.json": '{"workspaces": {"packages": ["{apps,libs}/**"]}}'},
    "pnpm": {"pnpm-workspace.yaml": "# members\npackages:\n  # all\n  - 'libs/*' # libraries\n  - !x\ncatalog:\n  - y"},
    "pnpm in brackets": {"pnpm-workspace.yaml": 'packages: ["libs/*", docs]'},
    "lerna": {"lerna.json": '{"packages": ["libs/b"]}'},
    "a path": {"package.json": '{"dependencies": {"b": "file:./libs/b"}}'},
}
LIBRARY = {"libs/b/package.json": '{"name": "b"}', "libs/b/index.ts": ""}


@pytest.mark.parametrize("what", WORKSPACES)
def test_packages_see_each_other_by(what: str) -> None:
    assert lead(WORKSPACES[what] | LIBRARY, "b") == "libs/b/index.ts"


def test_a_package_that_is_no_member_is_one_from_outside() -> None:
    assert lead({"package.json": '{"workspaces": ["libs/*", "!libs/b"]}'} | LIBRARY, "b") == "b"
    assert lead(LIBRARY, "b") == "b"


def test_a_config_may_extend_one_of_an_own_package() -> None:
    base = '{"compilerOptions": {"paths": {"@/*": ["../../src/*"]}}}'
    files = workspace({}, "src/x.ts") | {
        "packages/b/base.json": base,
        "tsconfig.json": '{"extends": "@me/b/base.json"}',
    }

    assert lead(files, "@/x") == "src/x.ts"


MAPPED = {"#x": "lib/x.ts", "#in/y": "lib/y.ts", "#out": "react", "#fs": "node:fs", "#gone": "?#gone", "#no": "?#no"}


@pytest.mark.parametrize("specifier", MAPPED)
def test_a_name_with_a_hash_is_mapped_by_the_nearest_manifest(specifier: str) -> None:
    imports = {
        "#x": {"default": "./lib/x.js"},
        "#in/*": "./lib/*.js",
        "#out": "react",
        "#fs": "node:fs",
        "#gone": "./gone.js",
    }
    files = {"package.json": json.dumps({"imports": imports}), "lib/x.ts": "", "lib/y.ts": ""}

    assert lead(files, specifier) == MAPPED[specifier]


def test_a_package_may_import_itself_by_its_name() -> None:
    assert lead({"package.json": '{"name": "me", "exports": {"./x": "./x.ts"}}', "x.ts": ""}, "me/x") == "x.ts"


def test_a_package_in_another_takes_the_published_one_of_its_name() -> None:
    files = {"package.json": '{"name": "me", "exports": "./x.ts"}', "x.ts": "", "examples/package.json": "{}"}

    assert lead(files, "me", "examples/a.ts") == "me"


TESTS = ["a.test.ts", "a.spec.tsx", "src/__tests__/a.ts", "test/a.js", "tests/deep/a.ts", "e2e/a.ts", "a.stories.tsx"]


@pytest.mark.parametrize("path", TESTS)
def test_imports_of_tests_are_of_tests(path: str) -> None:
    (edge,) = draw(READER, {path: 'import "react"'}).edges

    assert (edge.kind, flagged(edge)) == (EdgeKind.DEV, {"test"})


@pytest.mark.parametrize("path", ["a.ts", "testing/a.ts", "src/contest.ts", "src/latest/a.ts"])
def test_imports_of_other_files_are_normal(path: str) -> None:
    (edge,) = draw(READER, {path: 'import "react"'}).edges

    assert (edge.kind, flagged(edge)) == (EdgeKind.NORMAL, set())


def test_a_scope_that_the_repository_declares_counts_as_well() -> None:
    (edge,) = draw(READER, {"a.ts": 'import "react"'}, lambda path: Scope.TEST).edges

    assert (edge.kind, edge.test) == (EdgeKind.DEV, True)


def test_an_edge_says_what_its_import_is_and_where_it_stands() -> None:
    drawn = draw(READER, {"a.ts": 'import type { B } from "./b"\n  if (c) import("./b")', "b.ts": ""})

    assert [(str(each.place), flagged(each)) for each in drawn.edges] == [
        ("a.ts:1:1", {"type_only"}),
        ("a.ts:2:10", {"lazy", "conditional"}),
    ]


def test_what_leads_nowhere_is_listed_with_its_place() -> None:
    (lost,) = draw(READER, {"a.ts": '\nimport "./gone"'}).unresolved

    assert (lost.source, lost.text, str(lost.place)) == ("typescript:a.ts", "./gone", "a.ts:2:1")


def test_a_file_that_imports_itself_has_no_edge() -> None:
    assert arrows(draw(READER, {"a.ts": 'import "./a"'})) == []


ASSETS = (
    "./x.css", "./x.module.scss", "./X.PNG", "./x.svg?raw", "!!raw-loader!./x.txt", "./gone.png", "../../out.woff2",
    "@/x.svg", "@/gone.svg", "#x.svg", "@lib/a/style.css", "/public.png", "./x.vert?raw", "./d.png",
)  # fmt: skip


@pytest.mark.parametrize("specifier", ASSETS)
def test_an_asset_is_no_module_and_no_lost_import(specifier: str) -> None:
    files = {
        "package.json": '{"workspaces": ["libs/*"], "imports": {"#*.svg": "./src/*.svg"}}',
        "tsconfig.json": '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}',
        "libs/a/package.json": '{"name": "@lib/a"}',
        **dict.fromkeys(("libs/a/style.css", "src/x.css", "src/X.PNG", "src/x.svg", "src/x.txt"), ""),
    }
    drawn = draw(READER, {**files, "src/a.ts": f'import "{specifier}"'})

    assert arrows(drawn) == []
    assert list(drawn.nodes) == ["typescript:src/a.ts"]


def test_an_asset_of_a_package_is_of_the_package() -> None:
    assert lead({}, "bootstrap/dist/bootstrap.css") == "bootstrap"
