"""What Cargo.lock knows: versions, sources, and what packages from outside depend on; in all its versions."""

from __future__ import annotations

import pytest

from ratchet.graphs.cargo import lockfile
from ratchet.graphs.cargo.lockfile import read_lock
from ratchet.model.errors import Place
from tests.graphs.cargo.trees import DEFAULT, edge, graph, lock, package, pairs, said

OTHER = "registry+https://example.org/index"
GIT = "git+https://example.org/g"


def app(uses: str, *packages: tuple[str, str, str, str]) -> dict[str, str | bytes]:
    return {"Cargo.toml": package("app", f"[dependencies]\n{uses}"), "Cargo.lock": lock(*packages)}


def test_edges_lead_to_the_version_that_is_locked_and_on_from_there() -> None:
    found = graph(
        app(
            'a = "1"\nold = { package = "b", version = "0.1" }\nb = "0.2"\n',
            ("a", "1.4.0", DEFAULT, "b 0.1.9"),
            ("app", "0.1.0", "", "a, b 0.1.9, b 0.2.5"),
            ("b", "0.1.9", DEFAULT, ""),
            ("b", "0.2.5", DEFAULT, ""),
        )
    )
    assert pairs(found) == [
        ". -> a@1.4.0 normal",
        ". -> b@0.1.9 normal",
        ". -> b@0.2.5 normal",
        "a@1.4.0 -> b@0.1.9 possible",
    ]
    assert edge(found, ".", "b@0.1.9").place == Place("Cargo.toml", 7)
    assert edge(found, "a@1.4.0", "b@0.1.9").place == Place("Cargo.lock", 5)
    assert sorted(found.nodes) == ["cargo:a@1.4.0", "cargo:app", "cargo:b@0.1.9", "cargo:b@0.2.5"]
    assert found.nodes["cargo:a@1.4.0"].facts == {"lock": "Cargo.lock"}
    assert (found.mistakes, found.unresolved, found.notices) == ((), (), ())
    assert found.files == {"Cargo.toml", "Cargo.lock"}


def test_one_version_of_several_sources_is_several_nodes() -> None:
    found = graph(
        app(
            'a = { git = "https://example.org/g", tag = "v1" }\na2 = { package = "a", version = "1" }\n'
            'b = { version = "1", registry = "mine" }\n',
            ("a", "1.0.0", f"{GIT}?tag=v1#abcdef", ""),
            ("a", "1.0.0", DEFAULT, ""),
            ("app", "0.1.0", "", f"a 1.0.0 ({GIT}?tag=v1), a 1.0.0 ({DEFAULT}), b"),
            ("b", "1.0.0", OTHER, f"a 1.0.0 ({DEFAULT})"),
        )
    )
    nodes = {id_: (node.source, dict(node.facts)) for id_, node in found.nodes.items() if not node.own}
    assert nodes == {
        f"cargo:a@1.0.0 ({GIT}?tag=v1#abcdef)": (
            GIT,
            {"lock": "Cargo.lock", "reference": "tag=v1", "commit": "abcdef"},
        ),
        f"cargo:a@1.0.0 ({DEFAULT})": ("registry", {"lock": "Cargo.lock"}),
        "cargo:b@1.0.0": ("https://example.org/index", {"lock": "Cargo.lock"}),
    }
    ends = [(each.place.line, each.target) for each in found.edges]
    assert (6, f"cargo:a@1.0.0 ({GIT}?tag=v1#abcdef)") in ends
    assert (7, f"cargo:a@1.0.0 ({DEFAULT})") in ends


def test_an_address_that_only_looks_like_the_default_registry_is_another_one() -> None:
    fake = "registry+https://example.org/rust-lang/crates.io-index"
    found = graph(app('a = "1"\n', ("a", "1.0.0", fake, ""), ("app", "0.1.0", "", "a")))
    assert found.nodes["cargo:a@1.0.0"].source == "https://example.org/rust-lang/crates.io-index"


def test_without_a_lockfile_what_comes_from_outside_has_no_version() -> None:
    found = graph({"Cargo.toml": package("app", '[dependencies]\na = "1"\n')})
    assert pairs(found) == [". -> a@* normal"]
    assert found.notices == ("without a Cargo.lock, what dependencies depend on is unknown: Cargo.toml",)


def test_a_dependency_that_the_lockfile_lacks_is_unresolved() -> None:
    found = graph(app('a = "1"\nnew = "1"\n', ("a", "1.0.0", DEFAULT, ""), ("app", "0.1.0", "", "a")))
    assert [(each.text, each.place) for each in found.unresolved] == [
        ("new: is not in Cargo.lock", Place("Cargo.toml", 7))
    ]
    assert ". -> new@* normal" in pairs(found)


V1 = f"""\
[[package]]
name = "a"
version = "1.0.0"
source = "{DEFAULT}"
dependencies = [
 "b 1.0.0 ({DEFAULT})",
]

[[package]]
name = "app"
version = "0.1.0"
dependencies = [
 "a 1.0.0 ({DEFAULT})",
]

[[package]]
name = "b"
version = "1.0.0"
source = "{DEFAULT}"

[metadata]
"checksum a 1.0.0 ({DEFAULT})" = "abc"
"""
ROOT = V1.replace('[[package]]\nname = "app"', '[root]\nname = "app"')
V2 = V1.replace(f" 1.0.0 ({DEFAULT})", "").partition("\n[metadata]")[0]
V3 = "# @generated\nversion = 3\n\n" + V2
UNUSED = V3 + '\n[[patch.unused]]\nname = "z"\nversion = "1.0.0"\n'
ODD = V3.replace("dependencies = [\n", "dependencies = [ # why\n")
WINDOWS = V3.replace("\n", "\r\n")
REPLACED = V1.replace(
    '"\n\n[metadata]',
    f'"\nreplace = "c 1.0.0"\n\n[[package]]\nname = "c"\nversion = "1.0.0"\nsource = "{GIT}#1"\n\n[metadata]',
)


@pytest.mark.parametrize("text", [V1, ROOT, V2, V3, UNUSED, ODD, WINDOWS])
def test_every_form_of_the_lockfile_says_the_same(text: str) -> None:
    files = {"Cargo.toml": package("app", '[dependencies]\na = "1"\n'), "Cargo.lock": text}
    found = graph(files)
    assert pairs(found) == [". -> a@1.0.0 normal", "a@1.0.0 -> b@1.0.0 possible"]
    if text is not ROOT:
        line = text.splitlines().index('name = "a"') + 1
        assert edge(found, "a@1.0.0", "b@1.0.0").place == Place("Cargo.lock", line)
    assert found.mistakes == ()


def test_what_is_replaced_is_not_there() -> None:
    found = graph({"Cargo.toml": package("app", '[dependencies]\na = "1"\n'), "Cargo.lock": REPLACED})
    assert pairs(found) == [". -> a@1.0.0 normal", "a@1.0.0 -> c@1.0.0 possible"]
    assert "cargo:b@1.0.0" not in found.nodes


@pytest.mark.parametrize("text", [V1, V2, V3, UNUSED, WINDOWS, lock(("x", "1.0.0", "", ""))])
def test_the_usual_forms_are_read_by_the_scanner_and_it_agrees_with_the_reader_of_toml(text: str) -> None:
    plain = text.replace("\r\n", "\n")
    scanned = lockfile._scanned(plain)
    assert scanned == tuple(lockfile._parsed("Cargo.lock", lambda _: text.encode(), plain))


@pytest.mark.parametrize("text", [ODD, ROOT, "", "version = 4\n", '[[package]]\nname = "a\\u0062"\nversion = "1"\n'])
def test_what_has_another_form_is_not_for_the_scanner(text: str) -> None:
    assert lockfile._scanned(text) is None


BROKEN = {
    "<<<<<<< ours\n" + V3: "Cargo.lock:1: not TOML: Invalid statement",
    "package = 1\n": "Cargo.lock: `package` must be a list of tables",
    "package = [1]\n": "Cargo.lock: not a package as cargo writes it into a lockfile",
    '[[package]]\nname = "a"\n': "Cargo.lock:1: not a package as cargo writes it into a lockfile",
    '[[package]]\nname = "a"\nversion = "1"\ndependencies = "b"\n': "Cargo.lock:1: not a package as cargo writes it "
    "into a lockfile",
    V3.replace('name = "b"', 'name = "c"'): "Cargo.lock:5: a 1.0.0 depends on `b`, which the lockfile does not have",
}


@pytest.mark.parametrize(("text", "message"), BROKEN.items())
def test_a_lockfile_that_is_none_is_a_mistake(text: str, message: str) -> None:
    found = graph({"Cargo.toml": package("app", '[dependencies]\na = "1"\n'), "Cargo.lock": text})
    assert said(found) == [message]


def test_a_lockfile_belongs_to_the_root_beside_it() -> None:
    found = graph(
        {
            "Cargo.toml": '[workspace]\nmembers = ["a"]\nexclude = ["fuzz"]\n',
            "a/Cargo.toml": package("a", '[dependencies]\nx = "1"\n'),
            "a/Cargo.lock": "not read: cargo looks beside the root alone",
            "Cargo.lock": lock(("a", "0.1.0", "", "x"), ("x", "1.0.0", DEFAULT, "")),
            "fuzz/Cargo.toml": package("fuzz", '[dependencies]\nx = "1"\ny = "1"\n'),
            "fuzz/Cargo.lock": lock(
                ("fuzz", "0.1.0", "", "x, y"), ("x", "1.0.1", DEFAULT, ""), ("y", "1.0.0", DEFAULT, "x")
            ),
        }
    )
    assert pairs(found) == [
        "a -> x@1.0.0 normal",
        "fuzz -> x@1.0.1 normal",
        "fuzz -> y@1.0.0 normal",
        "y@1.0.0 -> x@1.0.1 possible",
    ]
    assert found.nodes["cargo:x@1.0.1"].facts["lock"] == "fuzz/Cargo.lock"


def test_lines_of_packages_are_those_of_the_file() -> None:
    read = read_lock("Cargo.lock", lambda _: V3.encode())
    lines = V3.splitlines()
    assert [lines[each.line - 1] for each in read.packages] == [f'name = "{name}"' for name in ("a", "app", "b")]
