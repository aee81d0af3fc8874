"""What a manifest declares: kinds, platforms, features, names, sources, and what it inherits."""

from __future__ import annotations

from ratchet.model.errors import Place
from tests.graphs.cargo.trees import DEFAULT, edge, graph, lock, own, package, pairs

MANIFEST = """\
[package]
name = "app"
version = "1.2.3"
edition = "2021"

[dependencies]
plain = "1"
lib = { path = "lib", default-features = false, features = ["x"] }
other = { package = "real", version = "=2.0.0", optional = true }

[dependencies.long]
version = "*"

[dev-dependencies]
tested.version = "0.3"

[build-dependencies]
made = { git = "https://example.org/made", rev = "abc" }

[target.'cfg(unix)'.dependencies]
unixy = { version = "1", registry = "mine" }

[target.x86_64-pc-windows-msvc.build-dependencies]
windowsy = { git = "https://example.org/w" }
"""


def test_every_table_is_read_and_each_edge_is_placed_at_its_line() -> None:
    found = graph({"Cargo.toml": MANIFEST, "lib/Cargo.toml": package("lib", "\n[features]\nx = []\n")})
    shown = [
        (found.nodes[each.target].name, each.place.line, each.kind, each.cfg, each.requirement, each.origin)
        for each in sorted(found.edges, key=lambda each: each.place)
    ]
    assert shown == [
        ("plain", 7, "normal", "", "1", "registry"),
        ("lib", 8, "normal", "", "", "path"),
        ("real", 9, "normal", "", "=2.0.0", "registry"),
        ("long", 11, "normal", "", "*", "registry"),
        ("tested", 15, "dev", "", "0.3", "registry"),
        ("made", 18, "build", "", "", "git+https://example.org/made?rev=abc"),
        ("unixy", 21, "normal", "cfg(unix)", "1", "registry:mine"),
        ("windowsy", 24, "build", "x86_64-pc-windows-msvc", "", "git+https://example.org/w"),
    ]
    assert edge(found, ".", "lib").asks == ("x",)
    assert edge(found, ".", "plain@*").asks == ("default",)
    assert edge(found, ".", "real@*").features == ("other",)
    assert {node.name: node.source for node in found.nodes.values()} == {
        "app": "path",
        "lib": "path",
        "long": "registry",
        "made": "git+https://example.org/made",
        "plain": "registry",
        "real": "registry",
        "tested": "registry",
        "unixy": "registry:mine",
        "windowsy": "git+https://example.org/w",
    }
    assert own(found)["."].place == Place("Cargo.toml", 2)


def test_dependencies_are_inherited_with_the_features_of_both() -> None:
    root = """\
[workspace]
members = ["new", "old"]
[workspace.dependencies]
a = { package = "real-a", version = "1", features = ["one"], default-features = false }
b = { path = "b" }
c = "3"
"""
    uses = """
[dependencies]
a = { workspace = true, features = ["two"], optional = true, default-features = true }
b.workspace = true
c = { workspace = true, default-features = false }
"""
    found = graph(
        {
            "Cargo.toml": root,
            "b/Cargo.toml": package("b"),
            "new/Cargo.toml": package("new", uses).replace("2021", "2024"),
            "old/Cargo.toml": package("old", uses),
        }
    )
    assert edge(found, "old", "real-a@*").asks == ("default", "one", "two")
    assert edge(found, "old", "real-a@*").features == ("a",)
    assert edge(found, "old", "b").place == Place("old/Cargo.toml", 8)
    assert edge(found, "old", "c@*").asks == ("default",), "before 2024 a member cannot switch the default off"
    assert edge(found, "new", "c@*").asks == ()


def test_fields_are_inherited_and_files_are_named_from_the_top() -> None:
    root = """\
[workspace]
members = ["a", "b", "c", "d"]
[workspace.package]
version = "1.0.0"
license = "MIT"
readme = "docs/READ.md"
publish = ["mine", "yours"]
edition = "2024"
license-file = "LICENSE"
"""
    keys = ("version", "license", "readme", "publish", "edition", "license-file")
    inherits = "".join(f"{key}.workspace = true\n" for key in keys)
    found = own(
        graph(
            {
                "Cargo.toml": root,
                "a/Cargo.toml": f'[package]\nname = "a"\n{inherits}',
                "b/Cargo.toml": package("b", 'readme = false\npublish = false\nlicense-file = "COPYING"\n'),
                "b/README.md": "",
                "c/Cargo.toml": package("c", "publish = []\n[lib]\nproc-macro = true\n"),
                "c/README.txt": "",
                "d/Cargo.toml": '[package]\nname = "d"\n',
            }
        )
    )
    facts = {path: {key: node.facts[key] for key in keys} for path, node in found.items()}
    assert facts["a"] == {
        "version": "1.0.0",
        "license": "MIT",
        "readme": "docs/READ.md",
        "publish": "mine,yours",
        "edition": "2024",
        "license-file": "LICENSE",
    }
    assert (facts["b"]["readme"], facts["b"]["publish"], facts["b"]["license-file"]) == ("", "false", "b/COPYING")
    assert (facts["c"]["readme"], facts["c"]["publish"]) == ("c/README.txt", "false")
    assert (facts["d"]["version"], facts["d"]["publish"], facts["d"]["edition"]) == ("", "false", "2015")
    assert found["d"].version == "0.0.0"
    assert found["c"].facts["proc-macro"] == "true"


def test_what_is_for_tests_is_never_optional() -> None:
    found = graph({"Cargo.toml": package("a", '[dev-dependencies]\nb = { version = "1", optional = true }\n')})
    assert not edge(found, ".", "b@*").optional


def test_the_resolver_is_that_of_the_workspace() -> None:
    def resolver(root: str, member: str = "2024") -> str:
        files = {"Cargo.toml": root, "a/Cargo.toml": package("a").replace("2021", member)}
        return own(graph(files))["a"].facts["resolver"]

    assert resolver('[workspace]\nmembers = ["a"]\n') == "1"
    assert resolver('[workspace]\nmembers = ["a"]\nresolver = "3"\n') == "3"
    assert resolver(package("r", '[workspace]\nmembers = ["a"]\n')) == "2"
    assert resolver(package("r", '[workspace]\nmembers = ["a"]\n').replace("2021", "2018")) == "1"
    assert resolver("[other]\n") == "3", "alone, by its own edition"


def test_a_patch_puts_a_package_of_the_repository_in_the_place_of_one_from_outside() -> None:
    root = '[workspace]\nmembers = ["a", "mine", "forked"]\n[patch.crates-io]\nmine = { path = "mine" }\n'
    root += (
        '[patch."https://example.org/f"]\nforked = { path = "forked" }\n[replace]\n"left:0.1.0" = { path = "left" }\n'
    )
    uses = '[dependencies]\nmine = "0.1"\nforked = { git = "https://example.org/f" }\nleft = "0.1"\n'
    files: dict[str, str | bytes] = {
        "Cargo.toml": root,
        "a/Cargo.toml": package("a", uses),
        "mine/Cargo.toml": package("mine"),
        "forked/Cargo.toml": package("forked"),
        "left/Cargo.toml": package("left", "[workspace]\n"),
    }
    assert pairs(graph(files)) == ["a -> forked normal", "a -> left normal", "a -> mine normal"]
    files["mine/Cargo.toml"] = package("mine", version="2.0.0")
    assert "a -> mine@* normal" in pairs(graph(files)), "the patch is of another version than is asked for"


def test_the_lockfile_says_what_a_patch_came_to() -> None:
    found = graph(
        {
            "Cargo.toml": '[workspace]\nmembers = ["a", "mine"]\n[patch.crates-io]\nmine = { path = "mine" }\n',
            "a/Cargo.toml": package("a", '[dependencies]\nmine = "0.1"\nout = "1"\n'),
            "mine/Cargo.toml": package("mine"),
            "Cargo.lock": lock(
                ("a", "0.1.0", "", "mine, out"), ("mine", "0.1.0", "", ""), ("out", "1.0.0", DEFAULT, "mine")
            ),
        }
    )
    assert pairs(found) == ["a -> mine normal", "a -> out@1.0.0 normal", "out@1.0.0 -> mine possible"]


def test_a_path_that_leads_nowhere_is_unresolved_and_its_package_from_outside() -> None:
    uses = """
[dependencies]
gone = { path = "../gone" }
up = { path = "../../up" }
abs = { path = "/abs" }
wrong = { path = "../b" }
"""
    found = graph({"a/Cargo.toml": package("a", uses), "b/Cargo.toml": package("b")})
    assert [(each.text, each.place.line) for each in found.unresolved] == [
        (f'{name} = {{ path = "{path}" }}: leads to no package of that name in this repository', line)
        for name, path, line in (
            ("abs", "/abs", 9),
            ("gone", "../gone", 7),
            ("up", "../../up", 8),
            ("wrong", "../b", 10),
        )
    ]
    assert {node.source for node in found.nodes.values() if not node.own} == {"path"}
    assert found.mistakes == ()


def test_a_package_may_depend_on_itself_and_in_a_circle() -> None:
    found = graph(
        {
            "a/Cargo.toml": package("a", '[dependencies]\nb.path = "../b"\n[dev-dependencies]\na.path = "."\n'),
            "b/Cargo.toml": package("b", '[dependencies]\na = { path = "../a" }\n'),
        }
    )
    assert pairs(found) == ["a -> a dev", "a -> b normal", "b -> a normal"]
