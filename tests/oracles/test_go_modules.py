"""The go command says to which module, at which version, a package from outside belongs; its proxy is a directory."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from ratchet.graphs.go import READER
from ratchet.model.graph import Graph
from tests.graphs.drawing import draw

# Modules that a proxy has, by path and version, each with its packages and what it requires.
PROXY: dict[tuple[str, str], tuple[tuple[str, ...], str]] = {
    ("out.org/a", "v1.0.0"): (("", "/x", "/x/y", "/n"), ""),
    ("out.org/a", "v1.2.0-rc.1"): (("", "/x", "/x/y"), ""),
    ("out.org/a", "v1.2.0"): (("", "/x", "/x/y"), ""),
    ("out.org/a", "v1.10.0"): (("", "/x", "/x/y"), ""),
    ("out.org/a/n", "v0.1.0"): (("", "/z"), ""),
    ("out.org/a/v2", "v2.0.0"): (("", "/x"), "require out.org/b v1.1.0\n"),
    ("out.org/b", "v1.0.0"): (("", "/c"), ""),
    ("out.org/b", "v1.1.0"): (("", "/c"), ""),
    ("out.org/b", "v0.0.0-20240102030405-abcdefabcdef"): (("", "/c"), ""),
    ("fork.org/b", "v1.5.0"): (("", "/c"), ""),
}


def go(*imports: str) -> str:
    """A file that imports these."""
    return "package p\n" + "".join(f'import _ "{each}"\n' for each in imports)


def mod(name: str, *lines: str) -> str:
    """A module file."""
    return "\n".join([f"module {name}", "go 1.21", *lines, ""])


TREES: dict[str, dict[str, str]] = {
    "one module": {
        "go.mod": mod("own.org/m", "require out.org/a v1.0.0", "require out.org/b v1.0.0"),
        "m.go": go("out.org/a", "out.org/a/x/y", "out.org/a/n", "out.org/b/c", "own.org/m/s"),
        "s/s.go": go("out.org/a/x"),
    },
    "a module within a module": {
        "go.mod": mod("own.org/m", "require out.org/a v1.2.0", "require out.org/a/n v0.1.0"),
        "m.go": go("out.org/a/x", "out.org/a/n", "out.org/a/n/z"),
    },
    "two major versions": {
        "go.mod": mod(
            "own.org/m",
            "require out.org/a v1.2.0",
            "require out.org/a/v2 v2.0.0",
            "require out.org/b v1.1.0 // indirect",
        ),
        "m.go": go("out.org/a/x", "out.org/a/v2/x", "out.org/a/v2"),
    },
    "a replaced module": {
        "go.mod": mod("own.org/m", "require out.org/b v1.0.0", "replace out.org/b => fork.org/b v1.5.0"),
        "m.go": go("out.org/b", "out.org/b/c"),
    },
    "a replaced version that is not asked for": {
        "go.mod": mod("own.org/m", "require out.org/b v1.1.0", "replace out.org/b v1.0.0 => fork.org/b v1.5.0"),
        "m.go": go("out.org/b/c"),
    },
    "a workspace that takes the highest version": {
        "go.work": "go 1.21\nuse (\n\t./one\n\t./two\n\t./three\n)\n",
        "one/go.mod": mod("own.org/one", "require out.org/a v1.2.0-rc.1", "require out.org/b v1.0.0"),
        "one/m.go": go("out.org/a/x", "out.org/b"),
        "two/go.mod": mod("own.org/two", "require out.org/a v1.10.0", "require out.org/a/n v0.1.0"),
        "two/m.go": go("out.org/a/x/y", "out.org/a/n/z"),
        "three/go.mod": mod(
            "own.org/three", "require out.org/a v1.2.0", "require out.org/b v0.0.0-20240102030405-abcdefabcdef"
        ),
        "three/m.go": go("out.org/a/x", "out.org/b/c"),
    },
    "a workspace in which one requires for another": {
        "go.work": "go 1.21\nuse ./one\nuse ./two\n",
        "one/go.mod": mod("own.org/one"),
        "one/m.go": go("out.org/b/c", "own.org/two"),
        "two/go.mod": mod("own.org/two", "require out.org/b v1.0.0"),
        "two/m.go": go("out.org/b"),
    },
    "a workspace that replaces": {
        "go.work": "go 1.21\nuse ./one\nuse ./two\nreplace out.org/b => fork.org/b v1.5.0\n",
        "one/go.mod": mod("own.org/one", "require out.org/b v1.1.0"),
        "one/m.go": go("out.org/b/c"),
        "two/go.mod": mod("own.org/two", "require out.org/b v1.0.0"),
        "two/m.go": go("out.org/b"),
    },
    "two modules beside each other": {
        "one/go.mod": mod("own.org/one", "require out.org/a v1.2.0"),
        "one/m.go": go("out.org/a/x"),
        "two/go.mod": mod("own.org/two", "require out.org/a v1.0.0"),
        "two/m.go": go("out.org/a/x/y"),
    },
}

# A package of the repository by its directory, and the module and version of a package that it imports.
Imported = tuple[str, str, str]


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory from which the go command takes modules."""
    if shutil.which("go") is None:
        pytest.skip("NOT COMPARED WITH THE GO COMMAND: there is no go here")
    top = tmp_path_factory.mktemp("proxy")
    for (name, version), (packages, required) in PROXY.items():
        place = top / name / "@v"
        place.mkdir(parents=True, exist_ok=True)
        text = mod(name, required)
        (place / f"{version}.mod").write_text(text, encoding="utf-8")
        (place / f"{version}.info").write_text(json.dumps({"Version": version}), encoding="utf-8")
        with zipfile.ZipFile(place / f"{version}.zip", "w") as packed:
            packed.writestr(f"{name}@{version}/go.mod", text)
            for package in packages:
                packed.writestr(f"{name}@{version}{package}/p.go", go())
    return top


def listed(proxy: Path, directory: Path) -> list[dict[str, Any]]:
    """What the go command says of the packages of a module and of all that they import."""
    settings = {"GOPROXY": f"file://{proxy}", "GOSUMDB": "off", "GOTOOLCHAIN": "local", "GOENV": "off"}
    caches = {"GOFLAGS": "-modcacherw", "GOCACHE": str(proxy / ".built"), "GOMODCACHE": str(proxy / ".taken")}
    environment = os.environ | settings | caches

    def run(*words: str) -> str:
        done = subprocess.run(
            ["go", *words], cwd=directory, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    run("mod", "download", "all")
    decoder, text, at, found = json.JSONDecoder(), run("list", "-deps", "-json", "./...").strip(), 0, []
    while at < len(text):
        package, at = decoder.raw_decode(text, at)
        at += len(text[at:]) - len(text[at:].lstrip())
        found.append(package)
    return found


def theirs(proxy: Path, root: Path) -> set[Imported]:
    """Each import by a package of the repository, from every module of it."""
    found: set[Imported] = set()
    for file in root.rglob("go.mod"):
        packages = {each["ImportPath"]: each for each in listed(proxy, file.parent)}
        for package in packages.values():
            if not package.get("DepOnly"):
                targets = (packages[each]["Module"] for each in package.get("Imports", ()))
                home = Path(package["Dir"]).relative_to(root).as_posix()
                found.update((home, each["Path"], _version(each)) for each in targets)
    return found


def _version(module: dict[str, Any]) -> str:
    version: str = module.get("Replace", module).get("Version", "")
    return version


def ours(graph: Graph) -> set[Imported]:
    """The edges, each to a module."""
    return {
        (graph.nodes[edge.source].path, target.facts["module"] if target.own else target.name, target.version)
        for edge in graph.edges
        for target in [graph.nodes[edge.target]]
    }


@pytest.mark.parametrize("what", TREES)
def test_a_package_from_outside_is_of_the_module_that_the_go_command_takes(
    what: str, proxy: Path, tmp_path: Path
) -> None:
    root = tmp_path.resolve()
    for path, text in TREES[what].items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    graph = draw(READER, TREES[what])
    assert graph.unresolved == ()
    assert ours(graph) == theirs(proxy, root)
