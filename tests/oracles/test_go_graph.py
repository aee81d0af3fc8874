"""The go command lists the imports that ratchet reads, package by package and platform by platform."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ratchet.graphs.go import READER
from ratchet.model.graph import Edge, Graph
from tests.graphs.drawing import draw

UNIX = frozenset({"linux", "darwin", "freebsd"})
PLATFORMS = ("linux/amd64", "windows/arm64", "darwin/arm64")

MODULES = {
    "go.work": "go 1.20\nuse (\n\t./main\n\t./near\n)\n",
    "main/go.mod": """module example.com/main

go 1.20

require (
	example.com/near v0.0.0
	example.com/far/v2 v2.3.4 // indirect
)

replace example.com/far/v2 => ../far // beside us
""",
    "near/go.mod": "module example.com/near\n\ngo 1.20\n",
    "far/go.mod": "module example.com/far/v2\n\ngo 1.20\n",
    "alone/go.mod": """module alone

go 1.20

replace example.com/far/v2 => ../far

require example.com/far/v2 v2.0.0
""",
    "main/nested/go.mod": "",
}


def go(package: str, *imports: str, head: str = "") -> str:
    """A file that imports these."""
    return (
        f"// Licence.\n\n{head}\n\npackage {package}\n\n"
        + "".join(f"import {each}\n" for each in imports)
        + "\nvar x = 1\n"
    )


SOURCES = {
    "main/main.go": go(
        "main", '"fmt"', '(\n\tn "example.com/near"\n\t. "strings"\n)', '_ "example.com/main/internal/a"'
    ),
    "main/main_test.go": go("main", '"testing"'),
    "main/out_test.go": go("main_test", '"testing"', '"example.com/far/v2/sub"', '"example.com/main"'),
    "main/internal/a/a.go": go("a"),
    "main/internal/a/a_windows.go": go("a", "`example.com/far/v2`"),
    "main/internal/a/a_linux_amd64.go": 'package a; import "os"; var y = 1\n',
    "main/internal/a/linux.go": go("a", '"io"'),
    "main/internal/a/tagged.go": go("a", '"path"', head="//go:build (darwin || windows) && !arm"),
    "main/internal/a/both_arm64.go": go("a", '"time"', head="//go:build darwin || linux"),
    "main/internal/a/unix_only.go": go("a", '"sort"', head="//go:build unix"),
    "main/internal/a/gen.go": go("main", '"bytes"', head="//go:build ignore"),
    "main/tool/gen.go": go("main", '"bytes"', head="//go:build ignore && linux"),
    "main/internal/a/cgo.go": go("a", '"C"', '"errors"'),
    "main/internal/a/_left.go": go("a", '"out/of/it"'),
    "main/testdata/t.go": go("t", '"out/of/it"'),
    "main/nested/n.go": go("nested", '"out/of/it"'),
    "near/near.go": go("near", '"net/http"'),
    "far/far.go": go("far"),
    "far/sub/sub.go": go("sub", '"example.com/far/v2"'),
    "alone/a.go": go("alone", '"alone/b"', '"example.com/far/v2/sub"'),
    "alone/b/b.go": go("b"),
}
# Modules that the go command is not asked about.
UNASKED = ("far/", "main/nested/")

# A package by its directory, what it imports, and whether a test does.
Imported = tuple[str, str, bool]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The modules on disk."""
    if shutil.which("go") is None:
        pytest.skip("NOT COMPARED WITH THE GO COMMAND: there is no go here")
    top = tmp_path_factory.mktemp("modules")
    for path, text in (MODULES | SOURCES).items():
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        (top / path).write_text(text, encoding="utf-8")
    return top


def listed(root: Path, module: str, platform: str, cgo: bool) -> Iterator[dict[str, Any]]:
    """What the go command says of the packages of a module, without any network."""
    system, machine = platform.split("/")
    settings = {"GOOS": system, "GOARCH": machine, "CGO_ENABLED": str(int(cgo)), "GOPROXY": "off", "GOFLAGS": ""}
    settings |= {"GOTOOLCHAIN": "local", "GOENV": "off", "GOCACHE": str(root / ".cache")}
    settings |= {"GOWORK": "off"} if module == "alone" else {}
    command = ["go", "list", "-e", "-deps", "-json=Dir,ImportPath,Imports,TestImports,XTestImports,DepOnly", "./..."]
    done = subprocess.run(
        command, cwd=root / module, env=os.environ | settings, capture_output=True, text=True, check=True
    )
    decoder, at = json.JSONDecoder(), 0
    while at < len(done.stdout.rstrip()):
        package, at = decoder.raw_decode(done.stdout, at)
        at += len(done.stdout[at:]) - len(done.stdout[at:].lstrip())
        if not package.get("DepOnly"):
            yield package


def theirs(root: Path, platform: str, cgo: bool) -> set[Imported]:
    """Every import that the go command lists, but for those of a package by its own tests."""
    return {
        (str(Path(package["Dir"]).relative_to(root)), name, group != "Imports")
        for module in ("main", "near", "alone")
        for package in listed(root, module, platform, cgo)
        for group in ("Imports", "TestImports", "XTestImports")
        for name in package.get(group, ())
        if name != package["ImportPath"]
    }


def ours(graph: Graph, platform: str, cgo: bool) -> set[Imported]:
    """Every edge that holds on a platform."""
    system, machine = platform.split("/")
    tags = {system, machine, *(("unix",) if system in UNIX else ()), *(("cgo",) if cgo else ())}
    edges = [edge for edge in graph.edges if holds(edge.cfg, tags) and not edge.place.path.startswith(UNASKED)]
    return {(graph.nodes[edge.source].path, graph.nodes[edge.target].name, edge.test) for edge in edges}


def holds(cfg: str, tags: set[str]) -> bool:
    """Is a constraint true when exactly these tags are?"""
    python = re.sub(r"[\w.]+", lambda match: str(match[0] in tags), cfg)
    python = python.replace("&&", " and ").replace("||", " or ").replace("!", " not ")
    return bool(eval(python or "True"))


@pytest.mark.parametrize("cgo", [True, False])
@pytest.mark.parametrize("platform", PLATFORMS)
def test_the_go_command_lists_what_ratchet_reads(root: Path, platform: str, cgo: bool) -> None:
    graph = draw(READER, MODULES | SOURCES)
    seen = theirs(root, platform, cgo)

    assert ours(graph, platform, cgo) == seen
    assert len(seen) >= 10
    assert graph.unresolved == ()


def test_the_packages_are_those_that_the_go_command_lists(root: Path) -> None:
    theirs = {
        str(Path(package["Dir"]).relative_to(root))
        for platform in PLATFORMS
        for module in ("main", "near", "alone")
        for package in listed(root, module, platform, cgo=True)
    }
    own = (node.path for node in draw(READER, MODULES | SOURCES).nodes.values() if node.own)
    assert {path for path in own if not f"{path}/".startswith(UNASKED)} == theirs


def test_what_is_replaced_by_a_directory_is_own_and_so_is_the_rest_of_the_workspace() -> None:
    graph = draw(READER, MODULES | SOURCES)
    targets = {graph.nodes[edge.target].name: graph.nodes[edge.target] for edge in graph.edges}

    assert {name for name, node in targets.items() if node.own} == {
        "alone/b", "example.com/far/v2", "example.com/far/v2/sub", "example.com/main/internal/a", "example.com/near"
    }  # fmt: skip
    assert {name for name, node in targets.items() if not node.own and not node.standard} == set()


def platforms(edge: Edge) -> set[str]:
    """Where an edge holds."""
    return {each for each in PLATFORMS if holds(edge.cfg, {*each.split("/"), "cgo"})}


def test_constraints_are_on_the_edges() -> None:
    graph = draw(READER, MODULES | SOURCES)
    found = {graph.nodes[edge.target].name: platforms(edge) for edge in graph.edges if edge.conditional}

    assert found["os"] == {"linux/amd64"}
    assert found["path"] == {"windows/arm64", "darwin/arm64"}
    assert "bytes" not in found, "no build takes its file"
