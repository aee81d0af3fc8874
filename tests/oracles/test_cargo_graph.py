"""Cargo itself against the graph that ratchet reads: they differ only for reasons that are listed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from ratchet.kinds.edges import Edges
from ratchet.kinds.platforms import holds_on
from ratchet.model.graph import EdgeKind
from tests.graphs.cargo.test_conditions import FORMS, REFUSED
from tests.kinds.fitting import units
from tests.oracles.cargo_chance import chance_workspace
from tests.oracles.cargo_tree import VARIANTS, Pair, cargo, graph_of, host, metadata, our_pairs, tree, write
from tests.oracles.cargo_workspace import REGISTRY, WORKSPACE, config

# Another workspace of the repository asks for a feature: the graph is that of the repository, cargo's of a workspace.
OTHER_WORKSPACE = ("core", "d7")
# A `cfg` that only flags of the compiler can set: cargo knows those of this machine, ratchet keeps what may be.
CUSTOM = ("app", "custom")
# What the lockfile has of packages from outside: it does not say of what kind a dependency is, for which platform,
# nor which feature turns it on; and it has what a weak feature speaks of, though nothing ever turns that on.
WEAK, KIND, PLATFORM = ("weak@0.1.0", "ghost@0.1.0"), ("weak@0.1.0", "maker@0.1.0"), ("weak@0.1.0", "winning@0.1.0")

EXTRA: dict[str, set[Pair]] = {
    "normal": {OTHER_WORKSPACE, CUSTOM, WEAK, KIND, PLATFORM},
    "no-dev": {OTHER_WORKSPACE, CUSTOM, WEAK, PLATFORM},
    "all kinds": {OTHER_WORKSPACE, CUSTOM, WEAK, PLATFORM},
    "target all": {OTHER_WORKSPACE, WEAK, KIND},
    "windows": {OTHER_WORKSPACE, CUSTOM, WEAK, KIND},
    "all features": {CUSTOM, WEAK, KIND, PLATFORM},
    "no default": {OTHER_WORKSPACE, WEAK, KIND},
    "everything": {WEAK},
}


@pytest.fixture(scope="module", params=["1", "2", "3"])
def root(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace under each resolver, beside its registry, with the lockfile that cargo makes."""
    top = tmp_path_factory.mktemp("cargo").resolve()
    write(top / "registry", REGISTRY)
    write(top, {".cargo/config.toml": config("registry")})
    files = {path: text.replace('resolver = "2"', f'resolver = "{request.param}"') for path, text in WORKSPACE.items()}
    write(top / "repository", files)
    cargo(top / "repository", "generate-lockfile")
    cargo(top / "repository/fuzz", "generate-lockfile")
    return top / "repository"


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_edges_are_those_of_cargo_tree(root: Path, variant: str) -> None:
    words, edges = VARIANTS[variant]
    theirs, ours = tree(root, *words), our_pairs(graph_of(root), edges, but="fuzz")
    assert theirs - ours == set()
    assert ours - theirs == EXTRA[variant], "for reasons that are listed, and all of these"


def test_the_lockfile_and_the_metadata_have_the_same_edges(root: Path) -> None:
    found = metadata(root, "--all-features")
    names = {
        each["id"]: each["name"] if str(root) in each["id"] else f"{each['name']}@{each['version']}"
        for each in found["packages"]
    }
    theirs = {(names[node["id"]], names[each["pkg"]]) for node in found["resolve"]["nodes"] for each in node["deps"]}
    ours = our_pairs(graph_of(root), Edges(frozenset(EdgeKind)), but="fuzz")
    assert theirs == ours


def test_packages_and_their_fields_are_those_of_the_metadata(root: Path) -> None:
    found = metadata(root, "--no-deps")
    members = {"workspace": ".", "member": "true"}.items()
    nodes = {node.path: node for node in graph_of(root).nodes.values() if members <= node.facts.items()}
    theirs = {Path(each["manifest_path"]).parent.relative_to(root).as_posix(): each for each in found["packages"]}
    assert sorted(nodes) == sorted(theirs)
    for path, each in theirs.items():
        facts, readme = nodes[path].facts, each["readme"]
        assert (nodes[path].name, nodes[path].version) == (each["name"], each["version"])
        assert (facts["license"], facts["edition"]) == (each["license"] or "", each["edition"])
        assert facts["publish"] == ("true" if each["publish"] is None else ",".join(each["publish"]))
        assert facts["readme"] == (
            "" if readme is None else (root / path / readme).resolve().relative_to(root).as_posix()
        )
        assert facts["default-member"] == ("true" if each["id"] in found["workspace_default_members"] else "false")


def test_declared_dependencies_are_those_of_the_metadata(root: Path) -> None:
    graph = graph_of(root)
    ours = sorted(
        (
            graph.nodes[edge.source].name,
            graph.nodes[edge.target].name,
            edge.kind.value,
            edge.cfg,
            edge.optional,
            edge.asks,
            edge.requirement or "*",
        )
        for edge in graph.edges
        if {"workspace": ".", "member": "true"}.items() <= graph.nodes[edge.source].facts.items()
    )
    theirs = sorted(
        (
            package["name"],
            each["name"],
            each["kind"] or "normal",
            each["target"] or "",
            each["optional"],
            tuple(sorted({*each["features"], *(["default"] if each["uses_default_features"] else [])})),
            each["req"].removeprefix("^"),
        )
        for package in metadata(root, "--no-deps")["packages"]
        for each in package["dependencies"]
    )
    assert ours == theirs


def test_conditions_are_in_the_form_of_the_metadata(tmp_path: Path) -> None:
    tables = (f"[target.'{each}'.dependencies]\nx{number} = \"1\"\n" for number, each in enumerate(FORMS))
    write(tmp_path, {"Cargo.toml": '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n' + "".join(tables)})
    (package,) = metadata(tmp_path, "--no-deps")["packages"]
    graph = graph_of(tmp_path)
    ours = {graph.nodes[edge.target].name: edge.cfg for edge in graph.edges}
    assert ours == {each["name"]: each["target"] for each in package["dependencies"]}
    assert len(ours) == len(FORMS)


@pytest.mark.parametrize("target", [each for each in REFUSED if each.isascii()])
def test_conditions_that_are_left_as_they_are_written_cargo_refuses(target: str, tmp_path: Path) -> None:
    table = f'[target.{json.dumps(target)}.dependencies]\nx = "1"\n'
    write(tmp_path, {"Cargo.toml": f'[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n{table}'})
    with pytest.raises(AssertionError, match="failed to parse"):
        metadata(tmp_path, "--no-deps")


DEPENDED = {
    "by path": '[dependencies]\nleaf = { path = "../leaf" }',
    "by path with a version": '[dependencies]\nleaf = { path = "../leaf", version = "0.1" }',
    "by path for tests": '[dev-dependencies]\nleaf = { path = "../leaf" }',
    "by path for the build": '[build-dependencies]\nleaf = { path = "../leaf" }',
    "by path on a platform": "[target.'cfg(unix)'.dependencies]\nleaf = { path = \"../leaf\" }",
    "by path and optional": '[dependencies]\nleaf = { path = "../leaf", optional = true }',
    "inherited": "[dependencies]\nleaf.workspace = true",
    "from git": '[dependencies]\nleaf = { git = "https://example.org/leaf" }',
    "from git with a version": '[dependencies]\nleaf = { git = "https://example.org/leaf", version = "0.1" }',
    "by path and once with a version": '[dependencies]\nleaf = { path = "../leaf", version = "0.1" }\n'
    '[build-dependencies]\nleaf = { path = "../leaf" }',
}


@pytest.mark.parametrize("how", DEPENDED)
def test_cargo_packages_no_crate_whose_dependency_is_counted_as_one_without_a_version(how: str, tmp_path: Path) -> None:
    top = tmp_path.resolve()
    write(top / "registry", {path: text for path, text in REGISTRY.items() if path.startswith("leaf")})
    sums = json.dumps({"files": {}, "package": "0" * 64})
    write(top, {"registry/leaf/.cargo-checksum.json": sums, ".cargo/config.toml": config("registry")})
    root = '[workspace]\nresolver = "2"\nmembers = ["*"]\n[workspace.dependencies]\nleaf = { path = "leaf" }\n'
    head = '[package]\nname = "{}"\nversion = "0.1.0"\nedition = "2021"\n'
    files = {"app/Cargo.toml": head.format("app") + DEPENDED[how], "leaf/Cargo.toml": head.format("leaf")}
    write(top / "repository", {"Cargo.toml": root, **files})
    command = ["cargo", "package", "-p", "app", "--no-verify", "--allow-dirty", "--offline"]
    host()  # skips where there is no cargo
    done = subprocess.run(command, cwd=top / "repository", capture_output=True, text=True, check=False)
    refused = "does not specify a version" in done.stderr
    assert refused is (done.returncode != 0), done.stderr
    said = "limit: {for: 'crate:app', of: wildcard-versions, at_most: 0}"
    assert bool(units(said, graph_of(top / "repository"))) is refused


def test_what_the_first_resolver_unites_is_apart_in_later_ones(root: Path) -> None:
    graph = graph_of(root)
    united = our_pairs(graph, VARIANTS["normal"][1], but="fuzz") & {("core", "d4"), ("core", "d6")}
    assert len(united) == (2 if graph.nodes["cargo:app"].facts["resolver"] == "1" else 0)


@pytest.mark.parametrize("seed", range(6))
def test_the_edges_of_workspaces_made_by_chance_are_those_of_cargo_tree(seed: int, tmp_path: Path) -> None:
    root = tmp_path.resolve()
    write(root, chance_workspace(seed))
    cargo(root, "generate-lockfile")
    graph = graph_of(root)
    for words, edges in VARIANTS.values():
        assert our_pairs(graph, edges, but="none") == tree(root, *words), words


TRIPLES = (
    "x86_64-unknown-linux-gnu", "x86_64-unknown-linux-musl", "aarch64-unknown-linux-gnu", "armv7-linux-androideabi",
    "i686-pc-windows-msvc", "x86_64-pc-windows-gnu", "aarch64-apple-darwin", "aarch64-apple-ios", "wasm32-wasip1",
    "wasm32-unknown-unknown", "wasm32-unknown-emscripten", "x86_64-unknown-freebsd", "riscv64gc-unknown-linux-gnu",
    "s390x-unknown-linux-gnu", "powerpc64le-unknown-linux-gnu", "thumbv7em-none-eabihf", "x86_64-unknown-uefi",
)  # fmt: skip
NAMES = ("arch", "os", "family", "env", "vendor", "endian", "pointer_width")


@pytest.mark.parametrize("triple", TRIPLES)
def test_what_holds_on_a_platform_is_what_the_compiler_says(triple: str) -> None:
    rustc = shutil.which("rustc")
    if rustc is None:
        pytest.skip("NOT COMPARED WITH RUSTC: there is no `rustc` here")
    command = [rustc, "--print", "cfg", "--target", triple]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    sets = dict.fromkeys(re.findall(r'target_(\w+)="(.*)"', done.stdout))
    for name, value in sets:
        if name in NAMES:
            known = holds_on(f'cfg(target_{name} = "{value}")', triple)
            assert known is True or (name == "env" and known is None), f"target_{name} = {value}"
    for family in ("unix", "windows"):
        assert holds_on(f"cfg({family})", triple) is (family in done.stdout.split())


def test_a_manifest_of_toml_1_1_says_what_it_says_to_cargo(tmp_path: Path) -> None:
    table = (
        '[dependencies]\na = {\n  version = "1", # why\n  features = [\n    "x",\n  ],\n}\nb = { version = "\\x32", }\n'
    )
    write(tmp_path, {"Cargo.toml": f'[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n{table}'})
    (package,) = metadata(tmp_path, "--no-deps")["packages"]
    graph = graph_of(tmp_path)
    assert graph.mistakes == ()
    ours = {graph.nodes[edge.target].name: (f"^{edge.requirement}", "x" in edge.asks) for edge in graph.edges}
    assert ours == {each["name"]: (each["req"], each["features"] == ["x"]) for each in package["dependencies"]}
