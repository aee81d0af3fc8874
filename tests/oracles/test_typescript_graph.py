"""The TypeScript compiler finds the imports that ratchet finds, takes them as it does, and goes to the same files."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ratchet.graphs.typescript import READER
from ratchet.model.graph import Graph
from tests.graphs.drawing import draw
from tests.graphs.test_typescript_imports import CODE, CONDITIONAL, LAZY, NO_CODE, STATEMENTS

SCRIPT = Path(__file__).parent / "typescript-compiler.js"
LARGEST = 500_000
LEAST_FILES, MOST_FILES = 5, 150

# The compiler of today takes no call of `import.defer` for an import, and a reference for no statement.
UNKNOWN_TO_IT = ("/// <reference",)


@pytest.fixture(scope="module")
def compiler() -> tuple[str, Path]:
    """Node.js, and the directory of a TypeScript compiler that it can load."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None:
        pytest.skip("NOT COMPARED WITH THE TYPESCRIPT COMPILER: there is no node here")
    environment = dict(os.environ)
    if npm is not None:
        globally = subprocess.run([npm, "root", "-g"], capture_output=True, text=True, check=False).stdout.strip()
        environment["NODE_PATH"] = os.pathsep.join(filter(None, [os.environ.get("NODE_PATH", ""), globally]))
    asked = [node, "-p", "require.resolve('typescript')"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, env=environment)
    if done.returncode != 0:
        pytest.skip("NOT COMPARED WITH THE TYPESCRIPT COMPILER: node finds none (npm install -g typescript)")
    return node, Path(done.stdout.strip()).parent


def ask(compiler: tuple[str, Path], root: Path, files: list[str], resolve: bool) -> dict[str, Any]:
    """What the compiler says."""
    question = json.dumps({"root": str(root), "files": files, "resolve": resolve})
    command = [compiler[0], str(SCRIPT), str(compiler[1] / "typescript.js")]
    done = subprocess.run(command, input=question, capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def ours(root: Path, path: str) -> list[list[object]]:
    """The imports that ratchet finds in a file, in the compiler's terms."""
    found = READER.imports((root / path).read_bytes(), READER.dialect(path))
    return sorted(
        [each.line, each.column, each.module, list(each.names), each.type_only, each.lazy, each.conditional]
        for each in found
    )


def test_every_case_of_our_own_is_read_as_the_compiler_reads_it(compiler: tuple[str, Path], tmp_path: Path) -> None:
    texts = [*STATEMENTS, *LAZY, *CONDITIONAL, *NO_CODE.values(), *CODE.values()]
    markup = {*NO_CODE.values(), *CODE.values()}
    cases = {f"{number}.{'tsx' if text in markup else 'ts'}": text for number, text in enumerate(texts)}
    for name, text in cases.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    theirs = ask(compiler, tmp_path, list(cases), resolve=False)
    compared = [name for name, text in cases.items() if theirs[name]["clean"] and not text.startswith(UNKNOWN_TO_IT)]

    differing = [cases[name] for name in compared if ours(tmp_path, name) != sorted(theirs[name]["imports"])]
    assert differing == []
    assert len(compared) > 0.8 * len(cases)


def test_the_files_beside_the_compiler_are_read_as_it_reads_them(compiler: tuple[str, Path]) -> None:
    root = compiler[1].parent.parent
    paths = [path for path in root.rglob("*.*s") if path.is_file() and path.stat().st_size < LARGEST]
    files = sorted(name for path in paths if READER.dialect(name := str(path.relative_to(root))))[:MOST_FILES]
    theirs = ask(compiler, root, files, resolve=False)
    texts = {name: (root / name).read_text(encoding="utf-8", errors="replace") for name in files}
    compared = [name for name in files if theirs[name]["clean"] and "/// <reference" not in texts[name]]

    assert len(compared) >= LEAST_FILES
    assert [name for name in compared if ours(root, name) != sorted(theirs[name]["imports"])] == []


SPECIFIERS = (
    "./x", "./x.js", "./y", "./y.js", "./z", "./z.js", "./data.json", "./deep", "./deep/", "./deep/index.js", "@/x",
    "@/deep", "@/deep/w", "@x", "src/x", "#x", "#d/w", "@/gone", "./gone", "../../out", "@lib/a", "@lib/a/sub",
    "@lib/a/closed", "@lib/a/f/g.js", "react", "fs", "./logo.png", "./style.css", "@/logo.png", "./made.css",
)  # fmt: skip
PROJECT = {
    "package.json": '{"name": "root", "imports": {"#x": "./src/x.ts", "#d/*": "./src/deep/*.ts"}}',
    "tsconfig.json": '{"extends": "./config/base.json", /* a comment */ "include": ["src"],}',
    "config/base.json": '{"compilerOptions": {"baseUrl": "..", "paths": {"@/*": ["src/*"], "@x": ["src/x"]}}}',
    "src/x.ts": "export const x = 1",
    "src/y.tsx": "export {}",
    "src/z.js": "",
    "src/data.json": "{}",
    "src/logo.png": "",
    "src/style.css": "",
    "src/made.css.ts": "",
    "src/deep/index.ts": "export * from '../x'",
    "src/deep/w.ts": "import '.'; import '..'; import '../deep'",
    "src/main.ts": "\n".join(f'import "{each}"' for each in SPECIFIERS),
    "pnpm-workspace.yaml": "packages: ['libs/*']",
    "libs/a/package.json": json.dumps(
        {
            "name": "@lib/a",
            "exports": {".": {"import": "./main.ts"}, "./sub": "./s.ts", "./closed": None, "./f/*.js": "./f/*.ts"},
        }
    ),
    "libs/a/main.ts": "",
    "libs/a/s.ts": "",
    "libs/a/f/g.ts": "",
}


def test_imports_of_a_project_lead_where_the_compiler_goes(compiler: tuple[str, Path], tmp_path: Path) -> None:
    for path, text in PROJECT.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    (tmp_path / "node_modules/@lib").mkdir(parents=True)
    (tmp_path / "node_modules/@lib/a").symlink_to(tmp_path / "libs/a")
    files = [path for path in PROJECT if READER.dialect(path)]
    theirs = ask(compiler, tmp_path, files, resolve=True)
    expected = {
        (path, found[0]): target
        for path, answer in theirs.items()
        for found, target in zip(answer["imports"], answer["targets"], strict=True)
        if target != path
    }

    assert led(draw(READER, PROJECT)) == {place: target for place, target in expected.items() if target}
    assert len([target for target in expected.values() if target]) >= 20


def led(graph: Graph) -> dict[tuple[str, int], str]:
    """The own file that the import on each line leads to."""
    own = [edge for edge in graph.edges if graph.nodes[edge.target].own]
    return {(edge.place.path, edge.place.line): graph.nodes[edge.target].path for edge in own}
