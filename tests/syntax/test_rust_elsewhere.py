"""Code that file names do not tell: included under another name, or declared in files that nothing reaches."""

from __future__ import annotations

import pytest

from tests.counting import measured
from tests.syntax.scoped import orphans, package, scopes

SITE = "pub fn site() { x().unwrap(); }\n"


def found(files: dict[str, str]) -> list[tuple[str, str]]:
    result = measured(files)
    every = (*result.findings, *result.outside)
    return sorted((finding.path, str(finding.scope)) for finding in every if finding.rule == "rust/unwrap")


@pytest.mark.parametrize(
    "root",
    [
        '#[path = "code.inc"] mod code;',
        'include!("code.inc");',
        'mod m { include!("code.inc"); }',
        'm! { include!("code.inc"); }',
    ],
)
def test_code_in_a_file_of_another_name_is_counted(root: str) -> None:
    files = {"src/lib.rs": root, "src/code.inc": SITE}
    assert found(files) == [("src/code.inc", "production")]
    assert measured(files).inspection.files == 2


def test_a_library_may_have_any_name() -> None:
    manifest = package('[lib]\npath = "code/root"\n')
    assert found({"Cargo.toml": manifest, "code/root": SITE + "mod more;", "code/more.rs": SITE}) == [
        ("code/more.rs", "production"),
        ("code/root", "production"),
    ]


def test_files_of_other_names_may_lead_to_more_of_them() -> None:
    files = {"src/lib.rs": 'include!("a.inc");', "src/a.inc": 'include!("b.inc");', "src/b.inc": SITE}
    assert found(files) == [("src/b.inc", "production")]


def test_code_of_another_name_in_a_test_is_a_test() -> None:
    files = {"src/lib.rs": '#[cfg(test)] include!("code.inc");', "src/code.inc": SITE}
    assert found(files) == [("src/code.inc", "test")]


def test_a_text_that_is_included_as_data_is_not_read_as_code() -> None:
    files = {"src/lib.rs": 'const A: &str = include_str!("code.inc");', "src/code.inc": SITE}
    assert (found(files), measured(files).inspection.files) == ([], 1)


def test_an_included_expression_is_counted() -> None:
    files = {"src/lib.rs": 'const A: [u8; 2] = include!("table.in");', "src/table.in": "[1, x().unwrap()]\n"}
    assert found(files) == [("src/table.in", "production")]


def test_what_an_unreached_file_declares_as_a_test_is_a_test() -> None:
    tree = {
        "src/lib.rs": "",
        "src/lost.rs": "#[cfg(test)] mod t; mod more;",
        "src/lost/t.rs": "",
        "src/lost/more.rs": "",
    }
    assert scopes(tree)["src/lost/t.rs"] == "test"
    assert orphans(tree) == ("src/lost.rs", "src/lost/more.rs")


def test_without_a_manifest_modules_are_followed_all_the_same() -> None:
    tree = {
        "Cargo.toml": "",
        "a/lib.rs": "#[cfg(test)] mod t; mod b;",
        "a/t.rs": "",
        "a/b.rs": "#[cfg(test)] mod c;",
        "a/b/c.rs": "",
    }
    assert scopes(tree) == {"a/b.rs": "production", "a/b/c.rs": "test", "a/lib.rs": "production", "a/t.rs": "test"}


def test_unreached_files_that_declare_each_other_are_counted() -> None:
    tree = {"src/lib.rs": "", "src/a.rs": '#[path = "b.rs"] mod b;', "src/b.rs": '#[path = "a.rs"] mod a;'}
    assert orphans(tree) == ("src/a.rs", "src/b.rs")
