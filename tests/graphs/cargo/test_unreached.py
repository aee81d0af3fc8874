"""A workspace that cargo cannot read, below another one and needed by nothing, is left out; any other is a mistake."""

from __future__ import annotations

import pytest

from tests.graphs.cargo.trees import graph, lock, own, package, pairs, said

INHERITING = package("x-fuzz", '[dependencies]\nlog.workspace = true\nx = { path = ".." }\n')
FUZZ = f'{INHERITING}[workspace]\nmembers = ["."]\n'
X = package("x", "[dependencies]\nlog.workspace = true\n")
ROOT = '[workspace]\nmembers = ["x"]\n[workspace.dependencies]\nlog = "0.4"\n'
TREE = {"Cargo.toml": ROOT, "x/Cargo.toml": X}


def unread(files: dict[str, str]) -> list[str]:
    return [f"{each.place}: {each.message}" for each in graph(files).unread]


def test_a_fuzz_crate_that_inherits_what_its_own_workspace_does_not_have_is_left_out() -> None:
    files = {**TREE, "x/fuzz/Cargo.toml": FUZZ, "x/fuzz/Cargo.lock": "version = 4\n"}
    found = graph(files)
    assert said(found) == []
    (only,) = unread(files)
    assert only.startswith("x/fuzz/Cargo.toml:6: no rule sees this package, since cargo cannot read it: ")
    assert only.endswith("`dependencies.log` is inherited, but x/fuzz/Cargo.toml does not have it")
    assert list(own(found)) == ["x"]
    assert pairs(found) == ["x -> log@* normal"]


def test_so_is_one_without_a_workspace_that_inherits() -> None:
    root = ROOT.replace('["x"]', '["x"]\nexclude = ["fuzz"]')
    files = {**TREE, "Cargo.toml": root, "fuzz/Cargo.toml": INHERITING.replace("..", "../x")}
    assert said(graph(files)) == []
    assert [each.partition(": `")[2] for each in unread(files)] == [
        "dependencies.log` is inherited, but no workspace is in sight"
    ]


def test_a_field_that_the_workspace_does_not_have_cannot_be_inherited() -> None:
    field = package("x-fuzz", "[workspace]\n").replace('edition = "2021"', "edition.workspace = true")
    assert "`package.edition` is inherited, but x/fuzz" in unread({**TREE, "x/fuzz/Cargo.toml": field})[0]


def test_what_is_no_toml_is_left_out_beside_its_lockfile_too() -> None:
    files = {**TREE, "x/fuzz/Cargo.toml": "x", "x/fuzz/Cargo.lock": ""}
    assert said(graph(files)) == []
    assert unread(files)[0].startswith("x/fuzz/Cargo.toml:1: no rule sees this package")


def test_so_is_a_workspace_whose_lockfile_cannot_be_read() -> None:
    broken = lock(("x-fuzz", "0.1.0", "", "gone"))
    files = {**TREE, "x/fuzz/Cargo.toml": package("x-fuzz", "[workspace]\n"), "x/fuzz/Cargo.lock": broken}
    found = graph(files)
    assert (said(found), list(own(found))) == ([], ["x"])
    assert unread(files)[0].startswith("x/fuzz/Cargo.lock:5: no rule sees this package")
    assert said(graph({**TREE, "Cargo.lock": broken})) != []


def test_its_members_go_with_it() -> None:
    files = {
        **TREE,
        "x/fuzz/Cargo.toml": FUZZ.replace('["."]', '[".", "more", "gone"]').replace("log.workspace = true\n", ""),
        "x/fuzz/more/Cargo.toml": package("more"),
    }
    assert said(graph(files)) == []
    assert [each.rpartition(": ")[2] for each in unread(files)] == [
        "member `gone` has no Cargo.toml",
        "a member of x/fuzz/Cargo.toml",
    ]


NEEDED = {
    "a dependency by path": {"x/Cargo.toml": package("x", '[dependencies]\nx-fuzz = { path = "fuzz" }\n')},
    "a patch": {"Cargo.toml": f'{ROOT}[patch.crates-io]\nx-fuzz = {{ path = "x/fuzz" }}\n'},
    "a member": {"Cargo.toml": ROOT.replace('["x"]', '["x", "x/fuzz"]')},
    "no other workspace": {"Cargo.toml": "", "x/Cargo.toml": ""},
    "no sound workspace": {"Cargo.toml": ROOT.replace("log", "lag")},
}


@pytest.mark.parametrize("why", NEEDED)
def test_what_something_else_needs_is_a_mistake(why: str) -> None:
    files = {path: text for path, text in {**TREE, "x/fuzz/Cargo.toml": FUZZ, **NEEDED[why]}.items() if text}
    assert any("x/fuzz/Cargo.toml" in each for each in said(graph(files)))
