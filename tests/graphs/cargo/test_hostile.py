"""Manifests that nobody meant well: each ends in a mistake or a notice with its place, and none in a crash."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratchet.graphs.cargo import READER
from ratchet.graphs.reader import Sources
from ratchet.model.graph import Graph
from ratchet.model.snapshot import DictSnapshot, Unreadable
from tests.graphs.cargo.trees import graph, lock, own, package, said

BROKEN = {
    "not TOML": (b'[package]\nname = "a"\nname = "b"\n', "not TOML: ", 3),
    "the end is missing": (b'[package]\nname = "a', "not TOML: ", 2),
    "not UTF-8": (b'[package]\nname = "\xff"\n', "not UTF-8", 2),
    "deep arrays": (b"[package]\nx = " + b"[" * 100_000, "nested too deeply to be read", 0),
    "deep keys": (b"[package]\n" + b"a." * 100_000 + b"a = 1\n", "nested too deeply to be read", 0),
    "deep quoted keys": (b"[package]\n" + b'"a" . ' * 100_000 + b"a = 1\n", "nested too deeply to be read", 0),
    "huge": (b"#" * 2_000_001, "larger than 2 MB", 0),
    "nothing": (b"", "neither a package nor a workspace", 0),
    "conflict": (b"<<<<<<< ours\n", "not TOML: ", 1),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_member_that_cannot_be_read_is_a_mistake_with_its_line(what: str) -> None:
    content, message, line = BROKEN[what]
    root = '[workspace]\nmembers = ["a", "b"]\n'
    found = graph({"Cargo.toml": root, "a/Cargo.toml": content, "b/Cargo.toml": package("b")})
    (mistake,) = said(found)
    assert mistake.startswith(f"a/Cargo.toml:{line}: {message}" if line else f"a/Cargo.toml: {message}")
    assert list(own(found)) == ["b"], "the others are there all the same"


def test_a_byte_order_mark_is_no_mistake() -> None:
    assert list(own(graph({"Cargo.toml": b"\xef\xbb\xbf" + package("a").encode()}))) == ["."]


@pytest.mark.parametrize(
    ("files", "mistakes"),
    [
        ({"Cargo.toml": "x"}, 1),  # at the top
        ({"a/Cargo.toml": "x", "a/Cargo.lock": ""}, 1),  # beside a lockfile
        ({"a/Cargo.toml": "x", "a/b/Cargo.toml": package("b")}, 1),  # around a package
        ({"b/Cargo.toml": package("b", '[dependencies]\na.path = "../a"\n'), "a/Cargo.toml": "x"}, 1),  # depended on
        ({"tests/data/Cargo.toml": "x", "b/Cargo.toml": package("b")}, 0),
        (
            {
                "tests/data/Cargo.toml": "x",
                "vendor/x/Cargo.toml": "x",
                "vendor/x/.cargo-checksum.json": "{}",
                "vendor/x/Cargo.lock": "",
                "Cargo.toml": package("b"),
            },
            0,
        ),
    ],
)
def test_a_manifest_that_nobody_needs_is_no_mistake(files: dict[str, str], mistakes: int) -> None:
    found = graph(files)
    assert len(found.mistakes) == mistakes
    assert mistakes or found.unread


def test_a_file_that_cannot_be_read_is_a_mistake() -> None:
    def read(path: str) -> bytes:
        raise Unreadable("no permission", f"chmod +r {path}")

    found = READER.build(Sources(("Cargo.toml",), read))
    assert [(each.message, each.hint) for each in found.mistakes] == [("no permission", "chmod +r Cargo.toml")]


WRONG = {
    "dependencies = []": "`dependencies` must be a table",
    "[dependencies]\na = 1": "`dependencies.a` must be a table",
    "[dependencies]\na = { version = 1 }": "`dependencies.a.version` must be a string",
    "[dependencies]\na = { features = 'x' }": "`dependencies.a.features` must be a list of strings",
    "[dependencies]\na = { features = [1] }": "`dependencies.a.features` must be a list of strings",
    "[dependencies]\na = { optional = 'yes' }": "`dependencies.a.optional` must be true or false",
    "[dependencies]\na = { workspace = true }": "`dependencies.a` is inherited, but no workspace is in sight",
    "[target]\nx = 1": "`target.x` must be a table",
    "[features]\na = 'b'": "`features.a` must be a list of strings",
    "[lib]\nproc-macro = 1": "`lib.proc-macro` must be true or false",
    "patch = 1": "`patch` must be a table",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_type_is_a_mistake_at_its_line(text: str) -> None:
    uses = '[build-dependencies]\nz = "1"\n'
    manifest = f"{package('a', uses)}\n{text}\n" if text.startswith("[") else f"{text}\n{package('a', uses)}"
    found = graph({"Cargo.toml": manifest})
    (mistake,) = found.mistakes
    assert mistake.message == WRONG[text]
    assert mistake.place is not None
    wrong = text.splitlines()[-1].partition("=")[0].strip()
    assert manifest.splitlines()[mistake.place.line - 1].startswith(wrong)


@pytest.mark.parametrize("name", ["", "a b", "a@1.0.0", "../x", "x" * 300])
def test_a_name_that_is_none_is_a_mistake(name: str) -> None:
    assert said(graph({"Cargo.toml": package(name)})) == ["Cargo.toml:2: `package.name` is no name for a package"]
    assert said(graph({"Cargo.toml": "[package]\n"})) == ["Cargo.toml:1: `package.name` is missing"]


def test_nothing_outside_of_the_paths_is_read() -> None:
    files = {
        "Cargo.toml": '[workspace]\nmembers = ["a", "../../etc", "/etc", "a/../../b", "linked"]\n',
        "a/Cargo.toml": package("a", '[dependencies]\nx.path = "../../x"\ny.path = "/y"\nz.path = "C:/z"\n'),
    }
    tree = DictSnapshot(files)
    asked = []

    def read(path: str) -> bytes:
        asked.append(path)
        return tree.read(path)

    READER.build(Sources(tree.paths(), read))
    assert sorted(asked) == sorted(files)


def test_ten_thousand_members_are_read_in_seconds() -> None:
    number = 10_000
    files: dict[str, str | bytes] = {
        f"m/{n}/Cargo.toml": f'[package]\nname = "m{n}"\n[dependencies]\nm{n + 1}.path = "../{n + 1}"\n'
        for n in range(number)
    }
    files[f"m/{number}/Cargo.toml"] = package(f"m{number}")
    files["Cargo.toml"] = '[workspace]\nmembers = ["m/*"]\nexclude = ["x"]\n'
    start = time.process_time()
    found = graph(files)
    assert (len(found.nodes), len(found.edges), found.mistakes) == (number + 1, number, ())
    assert time.process_time() - start < 20


def test_more_globs_than_can_be_tried_are_refused() -> None:
    files: dict[str, str | bytes] = {f"m/{n}/Cargo.toml": package(f"m{n}") for n in range(400)}
    files["Cargo.toml"] = "[workspace]\nmembers = [" + "'m/*x',\n" * 10_000 + "]\n"
    assert said(graph(files)) == ["Cargo.toml:2: `workspace.members` has more patterns than can be tried"]


def test_features_without_measure_are_a_mistake() -> None:
    features = "".join(f'f{n} = ["f{n + 1}", "x{n}/y"]\n' for n in range(3000))
    uses = "".join(f'x{n} = "1"\n' for n in range(3000))
    found = graph({"Cargo.toml": package("a", f"[features]\n{features}f3000 = []\n[dependencies]\n{uses}")})
    assert [each.rpartition(": ")[2] for each in said(found)] == [
        "`features` turn on more of each other than can be followed"
    ]


VALUES: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from(["", "a", "b", "../a", "/x", "*", "**", "dep:a", "a/b", "a?/b", "1", "cfg(unix)", True, False, 1]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["a", "b", "name", "path", "version", "workspace", "features", "package", "members", "git"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)
TABLES = st.sampled_from(
    [
        "package", "project", "workspace", "dependencies", "dev-dependencies", "build_dependencies", "target",
        "features", "patch", "replace", "lib",
    ]
)  # fmt: skip


def toml(value: object) -> str:
    """A value as TOML writes it in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}" = {toml(each)}' for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml(each) for each in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def checked(found: Graph) -> None:
    """What every graph keeps: its edges join nodes of its own, and its mistakes have a place."""
    assert all(each.source in found.nodes and each.target in found.nodes for each in found.edges)
    assert all(each.place is not None and each.place.path for each in found.mistakes)
    assert all(id_ == node.id for id_, node in found.nodes.items())
    assert list(found.edges) == sorted(found.edges, key=lambda each: each.order)


MANIFESTS = st.dictionaries(TABLES, VALUES, max_size=5)
FILES = st.dictionaries(st.sampled_from(["", "a/", "b/", "a/b/"]), MANIFESTS, min_size=1, max_size=3)


@settings(max_examples=150, deadline=None)
@given(FILES)
def test_no_types_make_it_crash(trees: dict[str, dict[str, object]]) -> None:
    files: dict[str, str | bytes] = {
        f"{directory}Cargo.toml": "".join(f"{key} = {toml(value)}\n" for key, value in tables.items())
        for directory, tables in trees.items()
    }
    checked(graph(files))


@settings(max_examples=100, deadline=None)
@given(MANIFESTS, st.lists(VALUES, max_size=4), st.sampled_from(["", "a", "b"]))
def test_no_types_of_a_lockfile_make_it_crash(tables: dict[str, object], packages: list[object], rest: str) -> None:
    manifest = "".join(f"{key} = {toml(value)}\n" for key, value in tables.items() if key != "package")
    found = graph(
        {
            "Cargo.toml": f'{manifest}[package]\nname = "a"\n[dependencies]\nb = "1"\n',
            "Cargo.lock": f"package = {toml(packages)}\n"
            if rest != "a"
            else lock(("a", "0.0.0", "", rest or "b 1 (x)")),
        }
    )
    checked(found)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60), st.binary(max_size=60))
def test_no_bytes_make_it_crash(manifest: bytes, locked: bytes) -> None:
    checked(graph({"Cargo.toml": manifest, "Cargo.lock": locked}))
    checked(graph({"Cargo.toml": package("a"), "Cargo.lock": locked}))
