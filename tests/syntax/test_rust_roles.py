"""The role of every file: what the crate roots reach, along modules, paths and includes."""

from __future__ import annotations

import pytest

from ratchet.syntax.rust import module_path
from tests.syntax.scoped import orphans, scopes

PRODUCTION, TEST, BUILD = "production", "test", "build"


@pytest.mark.parametrize(
    ("root", "paths"),
    [
        ("src/lib.rs", ("src/m.rs",)),
        ("src/lib.rs", ("src/m/mod.rs",)),
        ("src/bin/tool.rs", ("src/bin/m/mod.rs",)),
        ("src/bin/tool/main.rs", ("src/bin/tool/m.rs",)),
        ("tests/it.rs", ("tests/m/mod.rs",)),
    ],
)
def test_a_crate_root_owns_its_directory(root: str, paths: tuple[str, ...]) -> None:
    tree = {root: "#[cfg(test)] mod m;", **dict.fromkeys(paths, "")}
    assert all(scopes(tree)[path] == TEST for path in paths)


def test_a_file_that_is_no_mod_rs_owns_the_directory_of_its_name() -> None:
    tree = {
        "src/lib.rs": "mod a;",
        "src/a.rs": "#[cfg(test)] mod t; mod b;",
        "src/a/t.rs": "",
        "src/a/b/mod.rs": "#[cfg(test)] mod t;",
        "src/a/b/t.rs": "",
        "src/t.rs": "",
    }
    assert scopes(tree) == {
        "src/a.rs": PRODUCTION,
        "src/a/b/mod.rs": PRODUCTION,
        "src/a/b/t.rs": TEST,
        "src/a/t.rs": TEST,
        "src/lib.rs": PRODUCTION,
        "src/t.rs": PRODUCTION,
    }
    assert orphans(tree) == ("src/t.rs",)


def test_inline_modules_add_their_names_to_the_directory() -> None:
    tree = {
        "src/lib.rs": "mod a; mod one { mod two { #[cfg(test)] mod t; } }",
        "src/one/two/t.rs": "",
        "src/a.rs": "#[cfg(test)] mod one { mod t; }",
        "src/a/one/t.rs": "",
    }
    assert scopes(tree) == {
        "src/a.rs": PRODUCTION,
        "src/a/one/t.rs": TEST,
        "src/lib.rs": PRODUCTION,
        "src/one/two/t.rs": TEST,
    }


def test_a_path_is_relative_to_the_file_and_its_target_owns_its_directory() -> None:
    tree = {
        "src/lib.rs": "mod a;",
        "src/a.rs": '#[cfg(test)] #[path = "odd/t.rs"] mod t;',
        "src/odd/t.rs": "mod part;",
        "src/odd/part.rs": "",
        "src/a/t.rs": "",
    }
    assert scopes(tree)["src/odd/t.rs"] == TEST
    assert scopes(tree)["src/odd/part.rs"] == TEST
    assert orphans(tree) == ("src/a/t.rs",)


@pytest.mark.parametrize(
    ("root", "odd"),
    [("src/lib.rs", "src/inline/odd.rs"), ("src/a.rs", "src/a/inline/odd.rs"), ("src/b/mod.rs", "src/b/inline/odd.rs")],
)
def test_a_path_in_an_inline_module_is_relative_to_the_directory_of_that_module(root: str, odd: str) -> None:
    tree = {"src/lib.rs": "mod a; mod b;", "src/a.rs": "", "src/b/mod.rs": "", odd: ""}
    tree[root] += ' mod inline { #[cfg(test)] #[path = "odd.rs"] mod t; }'
    assert scopes(tree)[odd] == TEST


def test_a_path_on_an_inline_module_renames_its_directory() -> None:
    tree = {"src/lib.rs": '#[path = "other"] mod inline { #[cfg(test)] mod t; }', "src/other/t.rs": ""}
    assert scopes(tree)["src/other/t.rs"] == TEST


@pytest.mark.parametrize(("root", "deep"), [("src/lib.rs", "src/checks/t.rs"), ("src/a.rs", "src/checks/t.rs")])
def test_a_path_on_an_inline_module_is_relative_to_the_directory_of_the_file(root: str, deep: str) -> None:
    tree = {"src/lib.rs": "mod a;", "src/a.rs": "", deep: ""}
    tree[root] += ' #[path = "checks"] mod inline { #[cfg(test)] mod t; }'
    assert (scopes(tree)[deep], orphans(tree)) == ("test", ())


def test_a_path_on_a_nested_inline_module_is_relative_to_the_one_around_it() -> None:
    tree = {
        "src/lib.rs": "mod a;",
        "src/a.rs": 'mod b { #[path = "c"] mod d { #[cfg(test)] mod t; } }',
        "src/a/b/c/t.rs": "",
    }
    assert (scopes(tree)["src/a/b/c/t.rs"], orphans(tree)) == ("test", ())


@pytest.mark.parametrize("path", ['"\\x74.rs"', '"\\u{74}.rs"', 'r"t.rs"', 'r#"t.rs"#', '"t\\\n  .rs"'])
@pytest.mark.parametrize("link", ["#[cfg(test)] #[path = {}] mod odd;", "#[cfg(test)] include!({});"])
def test_the_escapes_in_a_path_are_read(path: str, link: str) -> None:
    tree = {"src/lib.rs": link.replace("{}", path), "src/t.rs": ""}
    assert (scopes(tree)["src/t.rs"], orphans(tree)) == ("test", ())


@pytest.mark.parametrize(
    ("attribute", "named", "other", "lost"),
    [
        ('path = "other.rs"', PRODUCTION, PRODUCTION, ("src/m.rs",)),
        ('cfg_attr(unix, path = "other.rs")', PRODUCTION, PRODUCTION, ()),
        ('cfg_attr(all(), path = "other.rs")', PRODUCTION, PRODUCTION, ("src/m.rs",)),
        ('cfg_attr(test, path = "other.rs")', PRODUCTION, TEST, ()),
        ('cfg_attr(all(test, unix), path = "other.rs")', PRODUCTION, TEST, ()),
        ('cfg_attr(any(test, unix), path = "other.rs")', PRODUCTION, PRODUCTION, ()),
        ('cfg_attr(not(test), path = "other.rs")', TEST, PRODUCTION, ()),
    ],
)
@pytest.mark.parametrize("around", ["{}", "m! {{ {} }}", "macro_rules! m {{ () => {{ $( {} )* }} }}"])
@pytest.mark.parametrize("visibility", ["", "pub ", "pub(crate) "])
def test_a_path_may_depend_on_the_build(
    attribute: str, named: str, other: str, lost: tuple[str, ...], around: str, visibility: str
) -> None:
    root = around.format(f"#[{attribute}] {visibility}mod m;")
    tree = {"src/lib.rs": root, "src/m.rs": "", "src/other.rs": ""}
    assert scopes(tree) == {"src/lib.rs": PRODUCTION, "src/m.rs": named, "src/other.rs": other}
    assert orphans(tree) == lost


def test_a_file_that_is_one_thing_in_tests_and_another_outside_counts() -> None:
    root = '#[cfg(test)] #[path = "mock.rs"] mod imp;\n#[cfg(not(test))] mod imp;'
    tree = {"src/lib.rs": root, "src/mock.rs": "", "src/imp.rs": ""}
    assert scopes(tree) == {"src/imp.rs": PRODUCTION, "src/lib.rs": PRODUCTION, "src/mock.rs": TEST}


@pytest.mark.parametrize(
    "pair",
    [
        ("mod a; #[cfg(test)] mod t;", '#[path = "t.rs"] mod t;'),
        ("#[cfg(test)] mod t; mod a;", '#[path = "t.rs"] mod t;'),
        ("mod a; #[cfg(test)] mod t;", 'include!("t.rs");'),
    ],
)
def test_what_production_reaches_at_all_is_production(pair: tuple[str, str]) -> None:
    root, other = pair
    tree = {"src/lib.rs": root, "src/a.rs": other, "src/t.rs": "mod below;", "src/below.rs": "", "src/t/below.rs": ""}
    assert scopes(tree)["src/t.rs"] == PRODUCTION


def test_a_file_shared_with_a_test_or_a_build_script_is_production() -> None:
    shared = '#[path = "{}src/shared.rs"] mod shared;'
    tree = {
        "src/lib.rs": "mod shared;",
        "tests/it.rs": shared.format("../"),
        "build.rs": shared.format(""),
        "src/shared.rs": "mod part;",
        "src/shared/part.rs": "",
    }
    found = scopes(tree)
    assert (found["src/shared.rs"], found["src/shared/part.rs"]) == (PRODUCTION, PRODUCTION)
    assert (found["tests/it.rs"], found["build.rs"]) == (TEST, BUILD)


def test_includes_are_followed_in_a_chain() -> None:
    tree = {
        "src/lib.rs": '#[cfg(test)] mod t { include!("parts/one.rs"); }',
        "src/parts/one.rs": 'include!("two.rs"); mod three;',
        "src/parts/two.rs": 'include!(r"../four.rs");',
        "src/parts/three.rs": "",
        "src/four.rs": "",
    }
    found = scopes(tree)
    assert {path for path, scope in found.items() if scope == TEST} == set(tree) - {"src/lib.rs"}
    assert orphans(tree) == ()


@pytest.mark.parametrize("root", ["src/lib.rs", "src/a.rs"])
def test_an_include_counts_from_its_file_whatever_module_is_around_it(root: str) -> None:
    tree = {"src/lib.rs": "mod a;", "src/a.rs": "", "src/part.rs": ""}
    tree[root] += ' mod one { #[cfg(test)] mod two { include!("part.rs"); } }'
    assert scopes(tree)["src/part.rs"] == TEST


def test_an_include_that_is_computed_is_not_followed() -> None:
    tree = {"src/lib.rs": 'include!(concat!(env!("OUT_DIR"), "/x.rs"));', "src/x.rs": ""}
    assert orphans(tree) == ("src/x.rs",)


@pytest.mark.parametrize("macro", ["include_str!", "include_bytes!"])
@pytest.mark.parametrize("around", ["{}", "mod inline {{ {} }}", 'fn f() {{ println!("{{}}", {}) }}'])
def test_a_file_that_is_read_as_data_is_no_code(macro: str, around: str) -> None:
    tree = {"src/lib.rs": around.format(f'const A: &[u8] = {macro}("template.rs");'), "src/template.rs": ""}
    assert scopes(tree) == {"src/lib.rs": PRODUCTION}
    assert orphans(tree) == ()


def test_data_that_is_also_compiled_is_code() -> None:
    tree = {"src/lib.rs": 'mod t; const A: &str = include_str!("t.rs");', "src/t.rs": ""}
    assert scopes(tree) == {"src/lib.rs": PRODUCTION, "src/t.rs": PRODUCTION}


def test_an_orphan_counts_and_is_named() -> None:
    tree = {"src/lib.rs": "// mod old;", "src/old.rs": "mod older;", "src/old/older.rs": "", "scripts/x.rs": ""}
    assert set(scopes(tree).values()) == {PRODUCTION}
    assert orphans(tree) == ("scripts/x.rs", "src/old.rs", "src/old/older.rs")


def test_what_no_root_reaches_is_a_test_below_a_directory_tests_outside_of_src() -> None:
    tree = {
        "src/lib.rs": "",
        "tests/ui/broken.rs": "",
        "build/rust/tests/deep/case.rs": "",
        "examples/part/more.rs": "",
        "src/tests/lost.rs": "",
        "build/rust/lost.rs": "",
        "tests.rs": "",
    }
    assert scopes(tree) == {
        "build/rust/lost.rs": PRODUCTION,
        "build/rust/tests/deep/case.rs": TEST,
        "examples/part/more.rs": "example",
        "src/lib.rs": PRODUCTION,
        "src/tests/lost.rs": PRODUCTION,
        "tests.rs": PRODUCTION,
        "tests/ui/broken.rs": TEST,
    }
    assert orphans(tree) == ("build/rust/lost.rs", "src/tests/lost.rs", "tests.rs")


def test_a_file_beside_all_packages_is_an_orphan() -> None:
    tree = {
        "Cargo.toml": "[workspace]\n",
        "a/Cargo.toml": '[package]\nname = "a"',
        "a/src/lib.rs": "",
        "tools/x.rs": "",
    }
    assert (scopes(tree)["tools/x.rs"], orphans(tree)) == (PRODUCTION, ("tools/x.rs",))
    assert orphans({"Cargo.toml": "[workspace]\n", "tools/x.rs": ""}) == ()


def test_modules_that_declare_each_other_come_to_an_end() -> None:
    tree = {"src/lib.rs": '#[path = "a.rs"] mod a;', "src/a.rs": '#[path = "lib.rs"] mod b; #[path = "a.rs"] mod c;'}
    assert scopes(tree) == {"src/a.rs": PRODUCTION, "src/lib.rs": PRODUCTION}


def test_a_raw_name_is_the_file_without_its_mark() -> None:
    assert scopes({"src/lib.rs": "#[cfg(test)] mod r#try;", "src/try.rs": ""})["src/try.rs"] == TEST


@pytest.mark.parametrize("form", ["mod t;", "pub mod t;", "pub(crate) mod t;"])
@pytest.mark.parametrize(
    "around", ["{}", "cfg_rt! {{ {} }}", "fn f() {{ {} }}", "macro_rules! m {{ () => {{ $( {} )* }} }}"]
)
def test_a_module_is_followed_wherever_it_is_declared(form: str, around: str) -> None:
    tree = {"src/lib.rs": around.format(f"#[cfg(test)] {form}"), "src/t.rs": ""}
    assert scopes(tree)["src/t.rs"] == TEST
    tree = {"src/lib.rs": around.format(form), "src/t.rs": ""}
    assert scopes(tree)["src/t.rs"] == PRODUCTION
    assert orphans(tree) == ()


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("src/lib.rs", ""),
        ("src/main.rs", ""),
        ("crates/a/src/net/mod.rs", "net"),
        ("crates/a/src/net/tcp.rs", "net::tcp"),
        ("tests/it.rs", "it"),
        ("build.rs", "build"),
        ("src/vendor/src/x.rs", "x"),
    ],
)
def test_a_path_has_a_name_as_a_module(path: str, module: str) -> None:
    assert module_path(path) == module
