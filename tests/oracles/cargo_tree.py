"""What cargo and ratchet say of the edges of one workspace, in a form in which the two can be compared."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ratchet.graphs.cargo import READER
from ratchet.graphs.reader import Sources
from ratchet.kinds.edges import Edges, keep
from ratchet.model.graph import EdgeKind, Graph

__all__ = ["VARIANTS", "Pair", "cargo", "graph_of", "host", "metadata", "our_pairs", "tree", "write"]

Pair = tuple[str, str]
"""From and to: the name of a package of the repository, `name@version` of another."""

LINUX, WINDOWS = "x86_64-unknown-linux-gnu", "x86_64-pc-windows-msvc"
NORMAL, EVERY = frozenset({EdgeKind.NORMAL}), frozenset(EdgeKind)
VARIANTS: dict[str, tuple[tuple[str, ...], Edges]] = {
    "normal": (("-e", "normal", "--target", LINUX), Edges(NORMAL, features="default", target=LINUX)),
    "no-dev": (("-e", "no-dev", "--target", LINUX), Edges(features="default", target=LINUX)),
    "all kinds": (("-e", "normal,build,dev", "--target", LINUX), Edges(EVERY, features="default", target=LINUX)),
    "target all": (("-e", "normal", "--target", "all"), Edges(NORMAL, features="default")),
    "windows": (("-e", "normal", "--target", WINDOWS), Edges(NORMAL, features="default", target=WINDOWS)),
    "all features": (("-e", "normal", "--all-features", "--target", LINUX), Edges(NORMAL, target=LINUX)),
    "no default": (("-e", "normal", "--no-default-features", "--target", "all"), Edges(NORMAL, features="none")),
    "everything": (("-e", "normal,build,dev", "--all-features", "--target", "all"), Edges(EVERY)),
}
_FLAGS = ("RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER")
_LINE = re.compile(r"(\d+)~([^ ~]+) v([^ ~]+)([^~]*)")


def cargo(root: Path, *words: str) -> str:
    """What a cargo command prints, without the network; skipped, and said so, where there is no cargo."""
    found = shutil.which("cargo")
    if found is None:
        pytest.skip("NOT COMPARED WITH CARGO: there is no `cargo` here")
    kept = {name: value for name, value in os.environ.items() if name not in _FLAGS}
    command = [found, *words, "--offline"]
    done = subprocess.run(command, cwd=root, env=kept, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stderr}"
    return done.stdout


def write(root: Path, files: Mapping[str, str]) -> None:
    """Files below a directory; each package has an empty library."""
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        if file.name == "Cargo.toml" and "[package]" in text:
            (file.parent / "src").mkdir(exist_ok=True)
            (file.parent / "src/lib.rs").touch()


def graph_of(root: Path) -> Graph:
    """Ratchet's graph of a directory."""
    found = (path for path in root.rglob("*") if path.is_file() and "target" not in path.parts)
    paths = tuple(sorted(path.relative_to(root).as_posix() for path in found))
    return READER.build(Sources(paths, lambda path: (root / path).read_bytes()))


@cache
def host() -> str:
    """The platform of this machine, on which build scripts and procedural macros run."""
    return cargo(Path.cwd(), "-vV", "version").partition("host: ")[2].split()[0]


def our_pairs(graph: Graph, edges: Edges, but: str) -> frozenset[Pair]:
    """The edges that ratchet keeps on this machine, but those of the packages of one workspace."""
    edges = replace(edges, host=host())
    others = {id_ for id_, node in graph.nodes.items() if node.own and node.facts["workspace"] == but}
    return frozenset(
        (_name(graph, edge.source), _name(graph, edge.target))
        for edge in keep(graph, edges)
        if edge.source not in others
    )


def _name(graph: Graph, id_: str) -> str:
    node = graph.nodes[id_]
    return node.name if node.own else f"{node.name}@{node.version}"


def tree(root: Path, *words: str) -> frozenset[Pair]:
    """The edges that `cargo tree` shows; a package of the repository is one with a path below it."""
    pairs: set[Pair] = set()
    above: list[str] = []
    for line in cargo(root, "tree", "--workspace", "--prefix", "depth", "-f", "~{p}~", *words).splitlines():
        if (found := _LINE.match(line)) is None:
            continue
        depth = int(found[1])
        above[depth:] = [found[2] if f"({root}" in found[4] else f"{found[2]}@{found[3]}"]
        if depth:
            pairs.add((above[depth - 1], above[depth]))
    return frozenset(pairs)


def metadata(root: Path, *words: str) -> Any:
    """What `cargo metadata` prints."""
    return json.loads(cargo(root, "metadata", "--format-version", "1", *words))
