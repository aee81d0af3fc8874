"""Which packages are in the graph, and of which workspace, as cargo decides it."""

from __future__ import annotations

from tests.graphs.cargo.trees import graph, own, package, pairs, said


def workspaces(files: dict[str, str | bytes]) -> dict[str, str]:
    return {path: node.facts["workspace"] for path, node in own(graph(files)).items()}


def test_members_are_named_matched_by_globs_excluded_and_found_by_path() -> None:
    files: dict[str, str | bytes] = {
        "Cargo.toml": '[workspace]\nmembers = ["app", "crates/*", "deep/**"]\nexclude = ["crates/old", "gone"]\n',
        "app/Cargo.toml": package("app", '[dependencies]\nlib = { path = "../lib" }\n'),
        "lib/Cargo.toml": package("lib", '[dev-dependencies]\nfar = { path = "../far" }\n'),
        "far/Cargo.toml": package("far"),
        "crates/a/Cargo.toml": package("a"),
        "crates/old/Cargo.toml": package("old"),
        "crates/a/inner/Cargo.toml": package("inner"),
        "deep/x/y/Cargo.toml": package("y"),
        "stray/Cargo.toml": package("stray"),
    }
    assert workspaces(files) == {
        "app": ".",
        "crates/a": ".",
        "crates/old": "crates/old",  # excluded, so it stands alone
        "deep/x/y": ".",
        "far": ".",
        "lib": ".",
    }
    assert graph(files).notices == (
        "packages that are in no workspace, though one is around them: crates/a/inner, stray",
    )


def test_a_member_that_is_named_stays_one_below_an_excluded_directory() -> None:
    files: dict[str, str | bytes] = {
        "Cargo.toml": '[workspace]\nmembers = ["crates/a"]\nexclude = ["crates"]\n',
        "crates/a/Cargo.toml": package("a", '[dependencies]\nb = { path = "../b" }\n'),
        "crates/b/Cargo.toml": package("b"),
    }
    assert workspaces(files) == {"crates/a": ".", "crates/b": "crates/b"}
    assert pairs(graph(files)) == ["crates/a -> crates/b normal"]


def test_the_root_may_be_a_package_and_is_at_a_dot() -> None:
    files: dict[str, str | bytes] = {
        "Cargo.toml": package("top", '[workspace]\n[dependencies]\nsub = { path = "sub" }\n'),
        "sub/Cargo.toml": package("sub"),
    }
    assert workspaces(files) == {".": ".", "sub": "."}
    assert {path: node.facts["default-member"] for path, node in own(graph(files)).items()} == {
        ".": "true",
        "sub": "false",
    }


def test_default_members_are_those_that_are_named() -> None:
    files: dict[str, str | bytes] = {
        "Cargo.toml": '[workspace]\nmembers = ["a", "b"]\ndefault-members = ["b"]\n',
        "a/Cargo.toml": package("a"),
        "b/Cargo.toml": package("b"),
    }
    assert [node.facts["default-member"] for node in own(graph(files)).values()] == ["false", "true"]


def test_workspaces_may_be_nested_and_side_by_side() -> None:
    files: dict[str, str | bytes] = {
        "one/Cargo.toml": '[workspace]\nmembers = ["a"]\nexclude = ["nested"]\n',
        "one/a/Cargo.toml": package("a"),
        "one/nested/Cargo.toml": '[workspace]\nmembers = ["a"]\n',
        "one/nested/a/Cargo.toml": package("a"),
        "two/Cargo.toml": package("b", '[workspace]\n[dependencies]\na = { path = "../one/a" }\n'),
    }
    assert workspaces(files) == {"one/a": "one", "one/nested/a": "one/nested", "two": "two"}
    found = graph(files)
    assert [node.id for node in found.nodes.values()] == ["cargo:a (one/a)", "cargo:a (one/nested/a)", "cargo:b"]
    assert pairs(found) == ["two -> one/a normal"]


def test_what_a_path_out_of_the_directory_of_the_root_leads_to_is_no_member_unless_it_says_so() -> None:
    files: dict[str, str | bytes] = {
        "ws/Cargo.toml": package("top", '[workspace]\n[dependencies]\nout.path = "../out"\nsaid.path = "../said"\n'),
        "out/Cargo.toml": package("out"),
        "said/Cargo.toml": package("said", 'workspace = "../ws"\n'),
    }
    assert workspaces(files) == {"out": "out", "said": "ws", "ws": "ws"}


def test_a_package_may_point_to_its_workspace() -> None:
    files: dict[str, str | bytes] = {
        "ws/Cargo.toml": '[workspace]\nmembers = ["../a"]\n[workspace.package]\nlicense = "MIT"\n',
        "a/Cargo.toml": '[package]\nname = "a"\nworkspace = "../ws"\nlicense.workspace = true\n',
        "b/Cargo.toml": '[package]\nname = "b"\nworkspace = "../nowhere"\n',
        "c/Cargo.toml": '[package]\nname = "c"\nworkspace = "../../../.."\n',
    }
    assert workspaces(files) == {"a": "ws", "b": "b", "c": "c"}
    assert own(graph(files))["a"].facts["license"] == "MIT"
    assert said(graph(files)) == [
        "b/Cargo.toml:3: `package.workspace` leads to no workspace of this repository",
        "c/Cargo.toml:3: `package.workspace` leads to no workspace of this repository",
    ]


def test_what_cargo_vendor_copied_is_not_of_the_repository_unless_a_path_leads_there() -> None:
    files: dict[str, str | bytes] = {
        "Cargo.toml": package("top", '[dependencies]\npatched = { path = "vendor/patched" }\n'),
    }
    for name in ("patched", "plain"):
        files[f"vendor/{name}/Cargo.toml"] = package(name)
        files[f"vendor/{name}/.cargo-checksum.json"] = "{}"
    assert sorted(own(graph(files))) == [".", "vendor/patched"]
    assert graph(files).notices == ()


def test_a_member_that_is_not_there_is_a_mistake_but_in_a_submodule() -> None:
    files: dict[str, str | bytes] = {
        "Cargo.toml": '[workspace]\nmembers = [\n "a",\n "sub/b",\n "../x",\n "/abs",\n "none/*"]\n',
        ".gitmodules": '[submodule "s"]\n\tpath = sub\n\turl = x\n',
    }
    assert said(graph(files)) == [
        "Cargo.toml:2: member `a` has no Cargo.toml",
        "Cargo.toml:2: member `../x` is outside of this repository",
        "Cargo.toml:2: member `/abs` is outside of this repository",
    ]


def test_two_members_of_one_name_are_told_apart() -> None:
    files: dict[str, str | bytes] = {
        "Cargo.toml": '[workspace]\nmembers = ["*"]\n',
        "a/Cargo.toml": package("same"),
        "b/Cargo.toml": package("same"),
    }
    found = graph(files)
    assert [(node.id, node.name) for node in found.nodes.values()] == [
        ("cargo:same (a)", "same"),
        ("cargo:same (b)", "same"),
    ]
    assert found.notices == ("Cargo.toml: more than one member is called same",)
