"""What both trees of a check have in common is looked at once, and what differs is not taken for the same."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from ratchet.acts import completing, sides
from ratchet.acts.bench import Bench
from ratchet.acts.check import check
from ratchet.acts.measuring import measure
from ratchet.acts.requests import CheckRequest
from ratchet.acts.world import open_world
from ratchet.model.config import Config
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.scope import Scope
from ratchet.model.snapshot import DictSnapshot
from ratchet.repo.packs import shipped_files
from ratchet.rulebook.book import build_rulebook
from tests.repository import Repo

MANIFEST = "[package]\nname = 'a'\n"
FILES = {
    "Cargo.toml": MANIFEST,
    "src/lib.rs": "mod a;\nfn f() { g().unwrap(); }\n",
    "src/a.rs": "fn f() { g().unwrap(); }\n",
    "src/b.rs": "fn f() { g().unwrap(); }\n",
}


def _both(before: dict[str, str], after: dict[str, str]) -> tuple[Measured, Measured]:
    rulebook, languages = build_rulebook(Config(packs=("rust",)), shipped_files(), {})
    policy, bench = Policy(Config(), rulebook, languages), Bench()
    first, second = (measure(DictSnapshot(each), policy, bench) for each in (before, after))
    assert second == measure(DictSnapshot(after), policy, Bench()), "as if there had been no other tree"
    return first, second


def _tests(measured: Measured) -> set[str]:
    return {path for path, (_, role) in measured.files.items() if role.scope is Scope.TEST}


def test_a_file_that_is_the_same_in_both_trees_has_the_same_sites_in_both() -> None:
    before, after = _both(FILES, {**FILES, "src/a.rs": "fn f() { g().unwrap(); h().unwrap(); }\n"})
    same = {id(each) for each in before.findings} & {id(each) for each in after.findings}
    assert {each.path for each in after.findings if id(each) in same} == {"src/lib.rs", "src/b.rs"}
    assert [each.path for each in after.findings] == ["src/a.rs", "src/a.rs", "src/b.rs", "src/lib.rs"]


def test_a_file_that_leads_elsewhere_now_gives_others_another_role() -> None:
    _, after = _both(FILES, {**FILES, "src/lib.rs": "#[cfg(test)] mod a;\nfn f() { g().unwrap(); }\n"})
    assert _tests(after) == {"src/a.rs"}


def test_a_manifest_alone_may_give_a_file_another_role() -> None:
    before, after = _both(FILES, {**FILES, "Cargo.toml": f"{MANIFEST}[[test]]\nname = 't'\npath = 'src/b.rs'\n"})
    assert "src/b.rs" in {each.path for each in before.findings}
    assert (_tests(before), _tests(after)) == (set(), {"src/b.rs"})


def test_a_file_that_comes_may_give_another_one_its_role() -> None:
    before, after = _both(FILES, {**FILES, "tests/it.rs": '#[path = "../src/b.rs"] mod b;\n'})
    assert before.inspection.orphans == ("src/b.rs",)
    assert (_tests(before), _tests(after)) == (set(), {"src/b.rs", "tests/it.rs"})


def test_a_file_of_another_name_that_comes_may_be_code() -> None:
    library = {"Cargo.toml": MANIFEST, "src/lib.rs": 'include!("x.in");\n'}
    before, after = _both(library, {**library, "src/x.in": "fn f() { g().unwrap(); }\n"})
    assert ([each.path for each in before.findings], [each.path for each in after.findings]) == ([], ["src/x.in"])


@pytest.mark.parametrize(
    ("path", "text", "differs"),
    [
        ("", "", False),
        ("src/other.rs", "pub fn f() -> u8 { 1 }\n", True),
        ("src/new.rs", "pub fn f() -> u8 { 1 }\n", True),
        ("Cargo.toml", f"{MANIFEST}[[test]]\nname = 't'\npath = 'src/other.rs'\n", True),
        ("Cargo.toml", "x" * 2_000_000, True),
        ("notes.txt", "another file", True),
    ],
    ids=["nothing", "a source", "a new source", "a manifest", "a manifest that is too large", "another file"],
)
def test_the_base_is_measured_only_if_something_differs(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, path: str, text: str, differs: bool
) -> None:
    for name, content in (*FILES.items(), ("src/other.rs", "pub fn f() -> u8 { g().unwrap() }\n")):
        repo.write(name, content)
    assert repo.ratchet("init").code == 0
    repo.commit("adopt ratchet")
    measured = []

    def noted(*args: Any) -> Measured:
        measured.append(args)
        return measure(*args)

    monkeypatch.setattr(completing, "measure", noted)
    if path:
        repo.write(path, text)
    verdict = check(open_world(str(repo.root), Bench(remembers=False)), CheckRequest(date(2026, 11, 16)))
    assert bool(measured) == differs
    monkeypatch.setattr(sides, "note_same", lambda *_: None)
    plain = check(open_world(str(repo.root), Bench(remembers=False)), CheckRequest(date(2026, 11, 16)))
    assert plain == verdict
