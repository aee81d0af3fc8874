"""What production may compile is production: computed includes, modules that macros are told of, and renamed macros.

Every crate here compiles, and rustc reads exactly the files that the library leads to.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.syntax.scoped import orphans, package, scopes

_DECLARED = '#[cfg(test)] #[path = "more.rs"] mod more_tests;\n'

PRODUCTION = {
    "concat": 'include!(concat!("mo", "re", ".rs"));',
    "nested concat": 'include!(concat!("mo", concat!("re", \'.\'), "rs",),);',
    "stringify": 'include!(concat!(stringify!(more), ".rs"));',
    "core": 'core::include!(core::concat!("more", ".rs"));',
    "of the package": 'include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/more.rs"));',
    "of the package, by steps": 'include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/..", "/src/", "more.rs"));',
    "alias": 'use std::include as inc; inc!("more.rs");',
    "alias in a list": 'use std::{include as inc, concat}; inc!(concat!("more", ".rs"));',
    "alias of an alias": 'use core::include as one; use one as two; two!("more.rs");',
    "alias with comments": 'use std::include /* a */ as /* b */ inc; inc! /* c */ ("more.rs");',
    "rule with a module": "macro_rules! m { ($n:ident) => { mod $n; } } m!(more);",
    "rule with modules": "macro_rules! m { ($($(#[$a:meta])* $n:ident),*) => { $($(#[$a])* pub mod $n;)* } } m!(more);",
    "rule with a path": 'macro_rules! m { ($n:ident, $p:literal) => { #[path = $p] mod $n; } } m!(any, "more.rs");',
    "rule with a fixed path": 'macro_rules! m { ($n:ident) => { #[path = "more.rs"] mod $n; } } m!(any);',
    "rule with an include": 'macro_rules! m { ($p:expr) => { include!($p); } } m!("more.rs");',
    "rule with a concat": 'macro_rules! m { ($n:ident) => { include!(concat!(stringify!($n), ".rs")); } } m!(more);',
    "rule with a part": 'macro_rules! m { ($p:literal) => { include!(concat!($p, ".rs")); } } m!("more");',
    "rule that calls another": (
        "macro_rules! a { ($n:ident) => { mod $n; } } macro_rules! b { ($n:ident) => { a! { $n } } } b!(more);"
    ),
    "rule that calls itself": "macro_rules! m { () => { m!(more); }; ($n:ident) => { mod $n; } } m!();",
    "rule in a rule": "macro_rules! o { () => { macro_rules! i { ($n:ident) => { mod $n; } } i!(more); } } o!();",
    "data and a module": (
        'macro_rules! m { ($n:ident) => { mod $n; } } m!(more); pub static A: &[u8] = include_bytes!("more.rs");'
    ),
    "raw word": "macro_rules! m { ($n:ident) => { mod $n; } } m!(r#more);",
    "other conditions": "macro_rules! m { ($n:ident) => { #[cfg(not(test))] mod $n; } } m!(more);",
}

# Their paths are worked out, so that no other file is concerned. The file is called `more13.rs`.
NUMBERED = {
    "number": 'include!(concat!("more", 13, ".rs"));',
    "number with zeros": 'include!(concat!("more", 013_u8, ".rs"));',
    "number with marks": 'include!(concat!("more", 1_3, ".rs"));',
    "number of base sixteen": 'include!(concat!("more", 0xd, ".rs"));',
    "number with a type": 'include!(concat!("more", 13u8, ".rs"));',
    "raw concat": 'include!(r#concat!("more", 13, ".rs"));',
    "alias of concat": 'use std::concat as cc; include!(cc!("more", 13, ".rs"));',
    "raw alias": 'use std::include as r#inc; inc!("more13.rs");',
    "raw alias of concat": 'use std::r#concat as /**/ r#cc; r#include!(cc!("more", 13, ".rs"));',
}
# Their paths are not, so every file that a text names may be meant. The file is called `a b.rs`.
UNKNOWN = {
    "macro": 'macro_rules! pth { () => { "a b.rs" } } include!(pth!());',
    "part by a macro": 'macro_rules! pth { () => { "a" } } include!(concat!(pth!(), " b.rs"));',
    "a macro that is told": 'macro_rules! m { ($t:ident) => { $t!("a b.rs"); } } m!(include);',
    "an alias that a macro is told": (
        'macro_rules! m { ($a:ident) => { use std::$a as z; } } m!(include); z!("a b.rs");'
    ),
    "a path that a macro is told": 'macro_rules! m { ($($t:tt)*) => { #[$($t)*] mod x; } } m!(path = "a b.rs");',
    "a module that a macro is told": 'macro_rules! m { ($k:tt) => { #[path = "a b.rs"] pub $k x; } } m!(mod);',
    "a macro that is told a path": 'macro_rules! m { ($t:path) => { $t ! ("a b.rs"); } } m!(std::r#include);',
    "a macro that is told brackets": 'macro_rules! m { ($t:tt $x:tt) => { $t ! $x; } } m!(include ("a b.rs"));',
    "a macro that is told an alias": (
        'use std::include as inc; macro_rules! m { ($t:ident) => { $t!("a b.rs"); } } m!(inc);'
    ),
    "own concat": 'macro_rules! concat { ($x:expr) => { "a b.rs" } } include!(concat!("other.rs"));',
    "own env": 'macro_rules! env { ($x:expr) => { "a b.rs" } } include!(env!("OUT_DIR"));',
    "own env by an alias": (
        'macro_rules! e { ($x:expr) => { "a b.rs" } } pub(crate) use e as env; include!(crate::env!("OUT_DIR"));'
    ),
    "computed variable": 'include!(concat!(env!(concat!("CARGO_", "MANIFEST_DIR")), "/src/a b.rs"));',
    "variable within": 'include!(concat!("", env!("CARGO_MANIFEST_DIR_"), "a b.rs"));',
}
# No text names their path, so that they lead nowhere.
UNSEEN = {
    "text of a file": 'include!(include_str!("p.txt"));',
    "words": 'include!(concat!(stringify!(a b), ".rs"));',
    "trailing comma": 'include!(concat!(stringify!(a b,), ".rs"));',
}
_BY_CARGO = ("variable within", "trailing comma")
"""What needs a variable or a file that is not there."""


@pytest.mark.parametrize("root", PRODUCTION.values(), ids=PRODUCTION)
@pytest.mark.parametrize("beside", ["", _DECLARED])
def test_what_production_may_compile_is_production(root: str, beside: str) -> None:
    files = {"src/lib.rs": beside + root, "src/more.rs": "", "src/other.rs": ""}
    assert scopes(files) == dict.fromkeys(files, "production")
    assert orphans(files) == ("src/other.rs",)


@pytest.mark.parametrize("root", NUMBERED.values(), ids=NUMBERED)
def test_parts_of_a_path_are_worked_out_as_the_compiler_does(root: str) -> None:
    files = {"src/lib.rs": root, "src/more13.rs": "", "src/other.rs": "", "tests/other.rs": ""}
    assert scopes(files) == dict.fromkeys(files, "production") | {"tests/other.rs": "test"}
    assert orphans(files) == ("src/other.rs",)


_IN_TESTS = '#[cfg(test)] #[path = "a b.rs"] mod hidden;\n'


@pytest.mark.parametrize("root", UNKNOWN.values(), ids=UNKNOWN)
def test_where_a_path_is_not_worked_out_the_files_that_texts_name_may_be_included(root: str) -> None:
    files = {"src/lib.rs": _IN_TESTS + root, "src/a b.rs": "", "tests/it.rs": ""}
    assert scopes(files) == dict.fromkeys(files, "production") | {"tests/it.rs": "test"}


@pytest.mark.parametrize("root", UNSEEN.values(), ids=UNSEEN)
def test_a_path_that_no_text_names_leads_nowhere(root: str) -> None:
    assert orphans({"src/lib.rs": root, "src/a b.rs": ""}) == ("src/a b.rs",)


@pytest.mark.parametrize(
    "root",
    [
        'macro_rules! m { () => {} } #[cfg_attr(test, path = "a b.rs")] mod clock;',
        'macro_rules! m { () => {} } m! { #[cfg_attr(test, path = "a b.rs")] mod clock; }',
        'macro_rules! m { () => {} } #[endpoint { method = GET, path = "a b.rs" }] fn f() {}',
        'macro_rules! m { () => {} } m! { #[template(path = "a b.rs")] struct A; }',
        'macro_rules! m { () => {} } fn f() { info!(path = "/s"); info!(path = "b.rs"); info!(path = "/a b.rs"); }',
        "macro_rules! to { ($e:expr) => { $e as usize } } fn f(include: bool) { assert!(include); to!(1); }",
        "macro_rules! to { ($m:ident) => { $m!(1) } } fn f(include: bool) { assert!(include); to!(vec); }",
        "fn f() { quote! { include!(concat!(#a, #b)); include!(concat!(#(#parts),*)); } }",
        'macro_rules! out { () => { concat!(env!("OUT_DIR"), "/bindings.rs") } } include!(out!());',
    ],
)
def test_what_honest_code_says_makes_no_test_production(root: str) -> None:
    lib = "#[cfg(test)] mod hidden;\n" + root
    files = {"src/lib.rs": lib, "src/hidden.rs": "", "tests/a b.rs": "", "tests/it.rs": "", "tests/b.rs": ""}
    files |= {"src/a b.rs": ""} if "cfg_attr" in root else {}
    assert scopes(files) == dict.fromkeys(files, "test") | {"src/lib.rs": "production"}


@pytest.mark.parametrize("path", ['concat!(pth!(), "/b.rs")', 'concat!("a", pth!(), "../b.rs")'])
def test_only_files_whose_names_end_like_the_path_may_be_included(path: str) -> None:
    files = {"src/lib.rs": f"include!({path});", "tests/b.rs": "", "tests/c.rs": "", "src/lost.rs": ""}
    assert scopes(files) == dict.fromkeys(files, "production") | {"tests/c.rs": "test"}
    assert orphans(files) == ("src/lost.rs",)


@pytest.mark.parametrize("path", ["pth!()", 'concat!("a", pth!(), ".inc")'])
def test_a_path_that_is_not_worked_out_may_lead_to_a_file_of_another_name(path: str) -> None:
    root = f'macro_rules! pth {{ () => {{ "../tests/b.inc" }} }} include!({path});'
    files = {"src/lib.rs": root, "tests/b.inc": "pub fn f() { g().unwrap(); }", "notes.txt": ""}
    assert scopes(files)["tests/b.inc"] == "production"


@pytest.mark.parametrize(
    "files",
    [
        {"src/lib.rs": "", "tests/it.rs": 'const A: &str = "../src/lost.rs"; include!(pth!());'},
        {"src/lib.rs": '#[cfg(test)] mod t { const A: &str = "lost.rs"; include!(pth!()); }'},
    ],
)
def test_tests_hide_nothing_by_a_path_that_is_not_worked_out(files: dict[str, str]) -> None:
    assert scopes(files | {"src/lost.rs": ""})["src/lost.rs"] == "production"
    assert orphans(files | {"src/lost.rs": ""}) == ("src/lost.rs",)


@pytest.mark.skipif(not shutil.which("rustc"), reason="no rustc here")
@pytest.mark.parametrize(
    ("root", "name"),
    [
        *((root, "more") for root in PRODUCTION.values()),
        *((root, "more13") for root in NUMBERED.values()),
        *((root, "a b") for key, root in (UNKNOWN | UNSEEN).items() if key not in _BY_CARGO),
    ],
)
def test_rustc_compiles_it(root: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "src" / "lib.rs").write_text("#![allow(unused)]\n" + root)
    (tmp_path / "src" / "p.txt").write_text("a b.rs")
    (tmp_path / "src" / f"{name}.rs").write_text("pub fn more() {}\n")
    command = ["rustc", "--edition=2021", "--crate-type=lib", "--emit=dep-info=-", "src/lib.rs"]
    path = {
        "PATH": "/usr/bin:/bin:" + str(Path(shutil.which("rustc") or "").parent),
        "CARGO_MANIFEST_DIR": str(tmp_path),
    }
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, env=_home() | path)
    assert f"/{name}.rs:" in done.stdout.replace("\\ ", " ")


def _home() -> dict[str, str]:
    return {"HOME": str(Path.home())}


@pytest.mark.parametrize(
    "root",
    [
        "macro_rules! m { ($n:ident) => { #[cfg(test)] mod $n; } } m!(more);",
        "macro_rules! m { ($n:ident) => { mod $n; } } #[cfg(test)] m!(more);",
        '#[cfg(test)] include!(concat!("more", ".rs"));',
        '#[cfg(test)] mod t { use std::include as inc; inc!("more.rs"); }',
        '#[cfg(test)] macro_rules! m { ($p:expr) => { include!($p); } } #[cfg(test)] m!("more.rs");',
    ],
)
def test_what_only_tests_compile_is_a_test(root: str) -> None:
    files = {"src/lib.rs": root, "src/more.rs": ""}
    assert scopes(files)["src/more.rs"] == "test"
    assert orphans(files) == ()


@pytest.mark.parametrize(
    "root",
    [
        'include!(concat!(env!("OUT_DIR"), "/more.rs"));',
        'include!(env!("MORE"));',
        "macro_rules! m { ($n:ident) => { mod $n; } } m!(other);",
        "macro_rules! m { ($n:ident) => { fn $n() {} } } m!(more);",
        "macro_rules! m { ($n:ident) => { mod $n { } } } m!(more);",
        '// include!(concat!("more", ".rs"));',
        'use std::include as inc; fn f() { g("inc!(\\"more.rs\\")") }',
        "include!(<more.rs>);",
        'use std::env as e; include!(concat!(e!("OUT_DIR"), "/more.rs"));',
        'include!(concat!(core::env!("ICU4X_DATA_DIR"), name!()));',
        "m!(include); n!(x != include);",
        'macro_rules! m { () => {} } m!(path = "/");',
        'macro_rules! m { () => {} } fn f() { let path = "more.rs"; }',
        "macro_rules! m { ($t:ident) => { $t!(); } } // include",
        "const A: &str = include_str!(pth!());",
        "fn f() { quote! { include!(#header); } }",
        'use std::env as include_me; include_me!("more.rs");',
    ],
)
def test_what_leads_elsewhere_leads_nowhere_here(root: str) -> None:
    assert orphans({"src/lib.rs": root, "src/more.rs": ""}) == ("src/more.rs",)


def test_an_ending_that_is_known_concerns_its_own_package() -> None:
    files = {
        "Cargo.toml": package() + "[workspace]\n",
        "src/lib.rs": 'include!(concat!(pth!(), "it.rs"));',
        "tests/it.rs": "",
        "b/Cargo.toml": package(),
        "b/src/lib.rs": "",
        "b/tests/it.rs": "",
    }
    found = scopes(files)
    assert (found["tests/it.rs"], found["b/tests/it.rs"]) == ("production", "test")


def test_a_path_of_a_module_among_tokens_is_that_of_tests_where_the_module_is() -> None:
    root = 'macro_rules! m { () => { #[cfg(test)] #[path = "more.rs"] mod x; } } m!();'
    assert scopes({"src/lib.rs": root, "src/more.rs": ""})["src/more.rs"] == "test"


def test_a_macro_declares_modules_where_it_is_called() -> None:
    files = {
        "src/lib.rs": "macro_rules! m { ($n:ident) => { mod inner { pub mod $n; } } } mod a { m!(more); } mod b;",
        "src/a/inner/more.rs": "",
        "src/inner/more.rs": "",
        "src/b.rs": "macro_rules! n { ($n:ident) => { mod $n; } } n!(deep);",
        "src/b/deep.rs": "",
        "src/deep.rs": "",
    }
    assert orphans(files) == ("src/deep.rs", "src/inner/more.rs")


def test_the_directory_of_the_package_is_that_of_the_package_that_is_compiled() -> None:
    files = {
        "Cargo.toml": "[workspace]\n",
        "a/Cargo.toml": package(),
        "a/src/lib.rs": '#[path = "../../shared.rs"] mod shared;',
        "shared.rs": 'include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/part.rs"));',
        "a/src/part.rs": "",
        "src/part.rs": "",
    }
    assert orphans(files) == ("src/part.rs",)


def test_a_test_target_beside_an_include_is_production() -> None:
    manifest = package('[[test]]\nname = "more"\npath = "src/more.rs"\n')
    files = {"Cargo.toml": manifest, "src/lib.rs": 'include!(concat!("more", ".rs"));', "src/more.rs": ""}
    assert scopes(files)["src/more.rs"] == "production"


def test_a_path_that_is_computed_may_have_any_name() -> None:
    files = {"src/lib.rs": 'include!(concat!("more", ".inc"));', "src/more.inc": "pub fn f() { g().unwrap(); }"}
    assert scopes(files)["src/more.inc"] == "production"
