"""The merged tree is judged by the tip's contract, and computed without a trace and without a program of anybody's."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.repository import Repo

LIB = "pub mod a;\npub mod b;\npub mod c;\n"
SITE = "pub fn {}(o: Option<u8>) -> u8 {{ o.unwrap() }}\n"
WAIVE = ("waive", "rust/unwrap", "src/a.rs", "--allow", "1", "--reason", "why", "--owner", "@ada", "--expires")


@pytest.fixture
def adopted(repo: Repo) -> Repo:
    repo.write("Cargo.toml", '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2024"\n')
    repo.write("src/lib.rs", LIB)
    repo.write("src/a.rs", SITE.format("a1") + "\n" * 9 + SITE.format("a2"))
    repo.write("src/b.rs", "")
    repo.write("src/c.rs", "")
    assert repo.ratchet("init").code == 0
    repo.commit("adopt")
    return repo


def branch(repo: Repo, name: str, start: str = "main") -> None:
    repo.git("checkout", "--quiet", "-b", name, start)


def verdict(repo: Repo, *options: str, code: int) -> Any:
    result = repo.ratchet("check", "--base", "main", "--merged", "--format", "json", *options)
    assert result.code == code, result.out + result.err
    return result.json()


def test_a_waiver_cannot_be_spent_twice(adopted: Repo) -> None:
    assert adopted.ratchet(*WAIVE, "2027-03-31").code == 0
    adopted.commit("waive one")
    for name, place in (("one", 0), ("two", 10)):
        branch(adopted, name)
        lines = adopted.read("src/a.rs").splitlines(keepends=True)
        adopted.write("src/a.rs", "".join([*lines[:place], SITE.format(name), *lines[place:]]))
        adopted.commit(name)
        assert adopted.ratchet("check", "--base", "main").code == 0, "each is covered"
    adopted.git("checkout", "--quiet", "main")
    adopted.git("merge", "--quiet", "one")
    adopted.git("checkout", "--quiet", "two")
    assert adopted.ratchet("check", "--base", "main").code == 0
    found = verdict(adopted, code=1)
    assert found["exit_code"] == found["merged"]["exit_code"] == 1
    assert found["merged"]["base"]["commit"] == adopted.git("rev-parse", "main")
    assert [delta["fails"] for delta in found["deltas"]] == [False]
    assert [(each["path"], each["symbol"]) for each in found["merged"]["findings"]] == [("src/a.rs", "a::two")]


def test_what_the_tip_has_lowered_since_cannot_be_respent(adopted: Repo) -> None:
    branch(adopted, "topic")
    adopted.write("src/b.rs", SITE.format("a1"))
    adopted.write("src/a.rs", adopted.read("src/a.rs").replace(SITE.format("a1"), "// moved\n"))
    adopted.commit("move a1")
    adopted.git("checkout", "--quiet", "main")
    adopted.write("src/a.rs", adopted.read("src/a.rs").replace("a1(o: Option<u8>) -> u8 { o.unwrap() }", "a1() {}"))
    adopted.ratchet("tighten")
    adopted.commit("lower a1")
    adopted.git("checkout", "--quiet", "topic")
    assert adopted.ratchet("check", "--base", "main").code == 0
    found = verdict(adopted, code=2)
    assert "conflicts" in found["merged"]["problems"][0]["message"]
    assert found["merged"]["tree"] == ""


def test_a_proven_worsening_stays_proven_beside_a_merge_with_conflicts(adopted: Repo) -> None:
    branch(adopted, "topic")
    adopted.write("src/b.rs", SITE.format("mine"))
    adopted.commit("worse")
    adopted.git("checkout", "--quiet", "main")
    adopted.write("src/b.rs", "// theirs\n")
    adopted.commit("theirs")
    adopted.git("checkout", "--quiet", "topic")
    assert verdict(adopted, code=1)["merged"]["exit_code"] == 2


def test_a_waiver_that_comes_with_the_change_counts_in_the_merged_tree_too(adopted: Repo) -> None:
    branch(adopted, "topic")
    adopted.write("src/a.rs", adopted.read("src/a.rs") + SITE.format("a3"))
    assert adopted.ratchet(*WAIVE, "2027-03-31").code == 0
    adopted.commit("waived")
    adopted.git("checkout", "--quiet", "main")
    adopted.write("src/c.rs", "// on\n")
    adopted.commit("go on")
    adopted.git("checkout", "--quiet", "topic")
    assert verdict(adopted, code=4)["merged"]["exit_code"] == 0
    assert verdict(adopted, "--signoff", "Grace", code=0)["merged"]["verdict"] == "PASS"


def test_a_rule_that_came_into_force_meanwhile_holds_for_the_merged_tree(adopted: Repo) -> None:
    branch(adopted, "topic")
    adopted.write("src/b.rs", "pub fn f() { nap(); }\n")
    adopted.commit("nap")
    adopted.git("checkout", "--quiet", "main")
    adopted.write(
        "rules/own/nap.yaml",
        "id: own/nap\nbecause: b\nadvice: a\ncount:\n  language: rust\n"
        "  query: '((identifier) @finding (#eq? @finding \"nap\"))'\n"
        'valid: ["fn f() {}"]\ninvalid: ["fn f() { nap(); }"]\n',
    )
    assert adopted.ratchet("init", "--rule", "own/nap").code == 0
    adopted.commit("no naps")
    adopted.git("checkout", "--quiet", "topic")
    found = verdict(adopted, code=1)
    assert found["deltas"] == []
    assert {each["rule"] for each in found["merged"]["findings"]} == {"own/nap"}


def state(repo: Repo) -> dict[str, tuple[int, bytes]]:
    """Every file of the repository, with its time: objects, refs, index and work tree."""
    kept = repo.root / ".git" / "ratchet"  # facts of earlier runs are no trace of a merge
    found = (path for path in repo.root.rglob("*") if path.is_file() and kept not in path.parents)
    return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in found}


def test_neither_a_driver_nor_a_filter_nor_an_attribute_has_a_say_and_no_trace_is_left(
    adopted: Repo, tmp_path: Path
) -> None:
    canary, scratch = tmp_path / "canary", tmp_path / "scratch"
    scratch.mkdir()
    for name in ("merge.evil.driver", "filter.evil.clean", "filter.evil.smudge", "diff.evil.textconv"):
        adopted.git("config", name, f"touch {canary}; true")
    attributes = Path(adopted.environment["HOME"]) / ".config/git/attributes"
    attributes.parent.mkdir(parents=True)
    attributes.write_text("* merge=union filter=evil diff=evil\n", encoding="ascii")
    (adopted.root / ".git/info").mkdir(exist_ok=True)
    (adopted.root / ".git/info/attributes").write_text("* merge=evil\n", encoding="ascii")
    branch(adopted, "topic")
    adopted.write("src/b.rs", SITE.format("mine"))
    adopted.git("-c", "core.attributesFile=/dev/null", "add", "--all")
    adopted.git("-c", "core.attributesFile=/dev/null", "commit", "--quiet", "--message=mine")
    tree = adopted.git("rev-parse", "HEAD")
    adopted.git("-c", "core.attributesFile=/dev/null", "checkout", "--quiet", "main")
    adopted.write("src/b.rs", "// theirs\n")
    adopted.write(".gitattributes", "* merge=union\n")
    adopted.git("-c", "core.attributesFile=/dev/null", "add", "--all")
    adopted.git("-c", "core.attributesFile=/dev/null", "commit", "--quiet", "--message=theirs")
    adopted.git("-c", "core.attributesFile=/dev/null", "checkout", "--quiet", tree)
    canary.unlink(missing_ok=True)
    before = state(adopted)
    around = {
        "TMPDIR": str(scratch),
        "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "merge.default", "GIT_CONFIG_VALUE_0": "union",
        "GIT_OBJECT_DIRECTORY": str(adopted.root / ".git/objects"),
    }  # fmt: skip
    result = adopted.ratchet("check", "--base", "main", "--merged", "--format", "json", env=around)
    assert result.json()["merged"]["problems"], "a conflict, which a driver or a union would have hidden"
    assert not canary.exists()
    assert state(adopted) == before
    assert list(scratch.iterdir()) == []


def test_a_repository_with_longer_ids_a_linked_work_tree_and_a_hook(tmp_path: Path) -> None:
    main = Repo(tmp_path / 'a "main"\nin \\two: lines', tmp_path / "home")
    main.git("init", "--quiet", "--initial-branch=main", "--object-format=sha256")
    main.git("config", "user.name", "Ada")
    main.git("config", "user.email", "ada@example.org")
    main.write("src/lib.rs", SITE.format("a"))
    assert main.ratchet("init").code == 0
    main.commit("adopt")
    main.git("worktree", "add", "--quiet", "-b", "topic", str(tmp_path / "linked"))
    linked = Repo(tmp_path / "linked", tmp_path / "home")
    linked.write("src/lib.rs", SITE.format("a") + SITE.format("b"))
    linked.commit("worse")
    hooked = {"GIT_DIR": linked.git("rev-parse", "--absolute-git-dir"), "GIT_INDEX_FILE": "nowhere"}
    for env in ({}, hooked):
        result = linked.ratchet("check", "--base", "main", "--merged", "--format", "json", env=env)
        assert result.code == 1, result.err
        assert len(result.json()["merged"]["tree"]) == 64


def test_a_shallow_clone_that_has_the_merge_base_can_merge(adopted: Repo, tmp_path: Path) -> None:
    adopted.write("src/c.rs", "// on\n")
    adopted.commit("go on")
    branch(adopted, "topic")
    adopted.write("src/b.rs", SITE.format("mine"))
    adopted.commit("worse")
    clone = Repo(tmp_path / "clone", tmp_path / "home")
    clone.git("clone", "--quiet", "--depth=2", "--branch=topic", f"file://{adopted.root}", ".")
    clone.git("update-ref", "refs/remotes/origin/main", "HEAD~1")
    result = clone.ratchet("check", "--base", "origin/main", "--merged", "--format", "json")
    assert result.code == 1, result.err
    assert result.json()["merged"]["exit_code"] == 1


def test_an_old_git_is_told_which_one_is_needed(adopted: Repo, tmp_path: Path) -> None:
    branch(adopted, "topic")
    adopted.commit("same")
    real = shutil.which("git")
    old = tmp_path / "bin" / "git"
    old.parent.mkdir()
    usage = "usage: git merge-tree <base-tree> <branch1> <branch2>"
    old.write_text(
        f'#!/bin/sh\ncase "$*" in *merge-tree*) echo "{usage}" >&2; exit 129;; *) exec {real} "$@";; esac\n',
        encoding="ascii",
    )
    old.chmod(0o755)
    path = os.pathsep.join([str(old.parent), adopted.environment["PATH"]])
    result = adopted.ratchet("check", "--base", "main", "--merged", env={"PATH": path})
    assert result.code == 2
    assert "--merged needs git 2.38 or newer" in result.out
