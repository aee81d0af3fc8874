"""The crate roots: where cargo looks for them, and what a manifest says of them."""

from __future__ import annotations

import pytest

from tests.counting import measured
from tests.syntax.scoped import orphans, package, scopes

PRODUCTION, TEST, BENCH, EXAMPLE, BUILD = "production", "test", "bench", "example", "build"


def test_targets_are_found_where_cargo_looks_for_them() -> None:
    files = [
        ("src/lib.rs", PRODUCTION),
        ("src/main.rs", PRODUCTION),
        ("src/bin/one.rs", PRODUCTION),
        ("src/bin/two/main.rs", PRODUCTION),
        ("tests/it.rs", TEST),
        ("tests/suite/main.rs", TEST),
        ("benches/speed.rs", BENCH),
        ("examples/show.rs", EXAMPLE),
        ("examples/long/main.rs", EXAMPLE),
        ("build.rs", BUILD),
    ]
    tree = {path: "" for path, _ in files}
    assert scopes({"Cargo.toml": package(), **tree}) == dict(sorted(files))
    assert orphans({"Cargo.toml": package(), **tree}) == ()


def test_what_lies_beside_targets_has_their_role_whether_or_not_it_is_reached() -> None:
    tree = {"tests/it.rs": "mod common;", "tests/common/mod.rs": "", "tests/ui/fails.rs": "", "benches/data/x.rs": ""}
    assert set(scopes(tree).items()) == {
        ("tests/it.rs", TEST),
        ("tests/common/mod.rs", TEST),
        ("tests/ui/fails.rs", TEST),
        ("benches/data/x.rs", BENCH),
    }
    assert orphans(tree) == ()


@pytest.mark.parametrize("switch", ["autobins", "autotests", "autobenches", "autoexamples"])
def test_a_switched_off_search_finds_no_target(switch: str) -> None:
    folder = {"autobins": "src/bin", "autotests": "tests", "autobenches": "benches", "autoexamples": "examples"}[switch]
    tree = {"src/lib.rs": "", f"{folder}/one.rs": "mod part;", f"{folder}/part.rs": ""}
    found = scopes({"Cargo.toml": package(f"{switch} = false\n"), **tree})
    assert found[f"{folder}/part.rs"] == found[f"{folder}/one.rs"]
    lost = orphans({"Cargo.toml": package(f"{switch} = false\n"), **tree})
    assert lost == ((f"{folder}/one.rs", f"{folder}/part.rs") if switch == "autobins" else ())


def test_without_autobins_a_declared_binary_is_still_one() -> None:
    manifest = package('autobins = false\n[[bin]]\nname = "two"\n')
    tree = {"Cargo.toml": manifest, "src/bin/one.rs": "", "src/bin/two.rs": ""}
    assert orphans(tree) == ("src/bin/one.rs",)


@pytest.mark.parametrize(("edition", "lost"), [("2015", ("src/bin/one.rs",)), ("2018", ()), ("2024", ())])
def test_in_the_2015_edition_a_declared_target_stops_the_search(edition: str, lost: tuple[str, ...]) -> None:
    manifest = package('[[bin]]\nname = "two"\npath = "src/bin/two.rs"\n', edition)
    assert orphans({"Cargo.toml": manifest, "src/bin/one.rs": "", "src/bin/two.rs": ""}) == lost


def test_in_the_2015_edition_the_search_may_be_asked_for() -> None:
    manifest = package('autobins = true\n[[bin]]\nname = "two"\npath = "src/bin/two.rs"\n', "2015")
    assert orphans({"Cargo.toml": manifest, "src/bin/one.rs": "", "src/bin/two.rs": ""}) == ()


@pytest.mark.parametrize(
    ("build", "scope"),
    [
        ("", BUILD),
        ("build = true\n", BUILD),
        ('build = "build.rs"\n', BUILD),
        ('build = ["build.rs", "more.rs"]\n', BUILD),
        ("build = false\n", PRODUCTION),
        ('build = "other.rs"\n', PRODUCTION),
    ],
)
def test_the_manifest_says_whether_a_build_script_is_one(build: str, scope: str) -> None:
    tree = {"Cargo.toml": package(build), "src/lib.rs": "", "build.rs": ""}
    assert scopes(tree)["build.rs"] == scope
    assert orphans(tree) == (() if scope == BUILD else ("build.rs",))


def test_a_build_script_of_another_name_and_what_it_reaches_are_for_the_build() -> None:
    manifest = package('build = "tools/make.rs"\n')
    tree = {"Cargo.toml": manifest, "src/lib.rs": "", "tools/make.rs": "mod parts;", "tools/parts.rs": ""}
    assert scopes(tree) == {"src/lib.rs": PRODUCTION, "tools/make.rs": BUILD, "tools/parts.rs": BUILD}


@pytest.mark.parametrize(
    ("table", "scope"), [("bin", PRODUCTION), ("test", TEST), ("bench", BENCH), ("example", EXAMPLE)]
)
def test_a_declared_path_is_a_root_wherever_it_lies(table: str, scope: str) -> None:
    manifest = package(f'[[{table}]]\nname = "odd"\npath = "odd/root.rs"\n')
    tree = {"Cargo.toml": manifest, "src/lib.rs": "", "odd/root.rs": "mod part;", "odd/part.rs": ""}
    assert scopes(tree) == {"odd/part.rs": scope, "odd/root.rs": scope, "src/lib.rs": PRODUCTION}
    assert orphans(tree) == ()


def test_a_library_may_lie_elsewhere() -> None:
    manifest = package('[lib]\npath = "./code/../code/root.rs"\n')
    tree = {"Cargo.toml": manifest, "code/root.rs": "#[cfg(test)] mod t;", "code/t.rs": "", "src/lib.rs": ""}
    assert scopes(tree) == {"code/root.rs": PRODUCTION, "code/t.rs": TEST, "src/lib.rs": PRODUCTION}
    assert orphans(tree) == ("src/lib.rs",)


def test_each_member_of_a_workspace_has_its_own_targets() -> None:
    tree = {
        "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n',
        "crates/a/Cargo.toml": package(),
        "crates/a/src/lib.rs": "",
        "crates/a/tests/it.rs": "",
        "crates/b/Cargo.toml": package('[[test]]\nname = "odd"\npath = "odd.rs"\n'),
        "crates/b/src/main.rs": '#[path = "../../a/src/shared.rs"] mod shared;',
        "crates/b/odd.rs": "",
        "crates/a/src/shared.rs": "",
    }
    assert scopes(tree) == {
        "crates/a/src/lib.rs": PRODUCTION,
        "crates/a/src/shared.rs": PRODUCTION,
        "crates/a/tests/it.rs": TEST,
        "crates/b/odd.rs": TEST,
        "crates/b/src/main.rs": PRODUCTION,
    }
    assert orphans(tree) == ()


def test_a_package_within_a_package_is_judged_by_its_own_manifest() -> None:
    tree = {
        "Cargo.toml": package(),
        "src/lib.rs": "",
        "sub/Cargo.toml": package(),
        "sub/tests/it.rs": "",
        "sub/x.rs": "",
    }
    assert scopes(tree) == {"src/lib.rs": PRODUCTION, "sub/tests/it.rs": TEST, "sub/x.rs": PRODUCTION}
    assert orphans(tree) == ("sub/x.rs",)


def test_a_manifest_that_cannot_be_read_leaves_the_conventions() -> None:
    tree = {"Cargo.toml": "[package\nname =", "src/lib.rs": "#[cfg(test)] mod t;", "src/t.rs": "", "tests/it.rs": ""}
    assert scopes(tree) == {"src/lib.rs": PRODUCTION, "src/t.rs": TEST, "tests/it.rs": TEST}


def test_without_a_manifest_everything_is_production() -> None:
    assert scopes({"src/main.rs": "", "tests/it.rs": "", "Other/Cargo.toml": package()}) == {
        "src/main.rs": PRODUCTION,
        "tests/it.rs": PRODUCTION,
    }


def test_a_library_can_be_switched_off() -> None:
    tree = {"src/lib.rs": "", "src/main.rs": ""}
    assert orphans({"Cargo.toml": package("autolib = false"), **tree}) == ("src/lib.rs",)
    assert orphans({"Cargo.toml": package('autolib = false\n[lib]\nname = "c"'), **tree}) == ()


def test_an_old_manifest_may_call_the_package_a_project() -> None:
    manifest = '[project]\nname = "c"\nversion = "0.0.0"\n[lib]\npath = "code/root.rs"\n'
    assert orphans({"Cargo.toml": manifest, "code/root.rs": "", "tests/it.rs": ""}) == ()


def test_a_manifest_of_toml_1_1_is_read() -> None:
    manifest = '[package]\nname = "c"\n[lib]\npath = "code/root.rs"\n[dependencies]\na = {\n  version = "1",\n}\n'
    found = measured({"Cargo.toml": manifest, "code/root.rs": ""})
    assert (found.inspection.notices, found.inspection.orphans) == ((), ())


def test_a_manifest_that_cannot_be_read_is_named() -> None:
    found = measured({"Cargo.toml": "[package]\nname = {\n a 1 }\n", "src/lib.rs": "fn f() { a.unwrap(); }"})
    assert found.inspection.notices == ("Cargo.toml: no TOML that can be read, so only the usual targets are known",)
    assert len(found.findings) == 1
