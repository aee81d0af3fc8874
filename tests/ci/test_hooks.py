"""Before a commit: pre-commit and prek run the hooks as the page and this repository give them, and git its own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.repository import Repo, Result
from tests.self.checkout import as_repository
from tests.self.markdown import blocks, section
from tests.self.modules import TOP

PAGE = section((TOP / "docs/ci.md").read_text(encoding="utf-8"), "Before a commit")
CLEAN = "pub fn f() -> u8 { 1 }\n"
WORSE = "pub fn f() -> u8 { g().unwrap() }\n"
TOOLS = {"pre-commit": ("-m", "pre_commit"), "prek": ("-m", "prek")}


def run(adopted: Repo, tool: str, *args: str) -> Result:
    home = str(adopted.root.parent / "tool")
    return adopted.run(sys.executable, *TOOLS[tool], "run", *args, env={"PRE_COMMIT_HOME": home, "PREK_HOME": home})


@pytest.mark.parametrize("tool", TOOLS)
def test_the_hooks_of_the_page_refuse_what_is_worse_and_tighten_what_is_better(adopted: Repo, tool: str) -> None:
    [config] = [block.text for block in blocks(PAGE) if block.text.startswith("repos:")]
    adopted.write(".pre-commit-config.yaml", config)
    adopted.write("src/new.rs", WORSE)
    adopted.git("add", "--all")
    worse = run(adopted, tool)
    assert worse.code == 1
    assert "error[rust/unwrap]" in worse.out
    adopted.git("rm", "--quiet", "--force", "src/new.rs")
    adopted.write("src/other.rs", CLEAN)
    adopted.git("add", "--all")
    better = run(adopted, tool)
    assert better.code == 1
    assert "files were modified by this hook" in better.out


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    source = as_repository(tmp_path_factory.mktemp("published"))
    return str(source.root), source.git("rev-parse", "HEAD")


def test_prek_runs_the_hooks_that_this_repository_publishes(adopted: Repo, published: tuple[str, str]) -> None:
    source, commit = published
    hooks = "".join(
        f"      - id: {name}\n        language: system\n" for name in ("ratchet", "ratchet-all", "ratchet-tighten")
    )
    adopted.write(".pre-commit-config.yaml", f"repos:\n  - repo: {source}\n    rev: {commit}\n    hooks:\n{hooks}")
    adopted.git("add", "--all")
    passed = run(adopted, "prek")
    assert passed.code == 0, passed.out + passed.err
    assert "ratchet (what will be committed)" in passed.out
    assert "ratchet tighten" in passed.out
    assert "ratchet (working tree)" not in passed.out
    adopted.write("src/new.rs", WORSE)
    adopted.git("add", "--all")
    adopted.write("src/new.rs", CLEAN)
    staged = run(adopted, "prek", "ratchet")
    assert staged.code == 1, "what is in the working tree does not matter, the commit does"
    assert "src/new.rs:1" in staged.out
    adopted.git("add", "--all")
    before_push = run(adopted, "prek", "--hook-stage", "pre-push")
    assert before_push.code == 0, before_push.out
    assert "ratchet (working tree)" in before_push.out


def commit(repo: Repo, *args: str, path: str = "") -> Result:
    return repo.run("git", "commit", "--quiet", "--message=x", *args, env={"PATH": path} if path else None)


def test_the_hook_of_git_judges_what_will_be_committed(adopted: Repo) -> None:
    assert adopted.ratchet("init", "--git-hook").code == 0
    adopted.write("src/new.rs", WORSE)
    adopted.write("src/fine.rs", CLEAN)
    adopted.git("add", "--all")
    refused = commit(adopted)
    assert refused.code == 1
    assert "src/new.rs:1" in refused.out + refused.err
    assert commit(adopted, "--", "src/fine.rs").code == 0, "a commit of some files is judged by these"
    adopted.write("src/new.rs", CLEAN)
    adopted.git("add", "--all")
    assert commit(adopted).code == 0


def test_the_hook_works_in_a_linked_work_tree_and_from_a_directory_below(adopted: Repo) -> None:
    adopted.git("worktree", "add", "--quiet", "-b", "side", "../linked")
    assert adopted.ratchet("-C", "../linked/src", "init", "--git-hook").code == 0
    linked = Repo(adopted.root.parent / "linked", adopted.root.parent / "home")
    linked.write("src/new.rs", WORSE)
    linked.git("add", "--all")
    assert linked.run("git", "commit", "--message=x", cwd="src").code == 1
    adopted.write("src/new.rs", WORSE)
    adopted.git("add", "--all")
    assert commit(adopted).code == 1, "git has one hook for all work trees"


def test_a_commit_that_nobody_can_judge_is_not_made(adopted: Repo, tmp_path: Path) -> None:
    assert adopted.ratchet("init", "--git-hook").code == 0
    hook = ".git/hooks/pre-commit"
    adopted.write(hook, adopted.read(hook).replace(sys.executable, str(tmp_path / "gone")))
    adopted.write("a", "")
    adopted.git("add", "--all")
    result = commit(adopted, path="/usr/bin:/bin")
    assert result.code == 1
    assert "pip install ratchet-lint" in result.err


def test_without_a_ratchet_on_the_path_the_one_that_wrote_the_hook_is_asked(adopted: Repo) -> None:
    assert adopted.ratchet("init", "--git-hook").code == 0
    adopted.write("ratchet.py", "open('hacked', 'w')\n")
    adopted.write("src/new.rs", WORSE)
    adopted.git("add", "--all")
    result = commit(adopted, path="/usr/bin:/bin")
    assert result.code == 1
    assert "error[rust/unwrap]" in result.out + result.err
    assert not (adopted.root / "hacked").exists()


def test_the_hook_of_somebody_else_stays_and_the_line_to_add_is_told(repo: Repo) -> None:
    mine = "#!/bin/sh\n# ratchet check is nice\nexit 0\n"
    repo.write(".git/hooks/pre-commit", mine)
    done = repo.ratchet("init", "--git-hook")
    assert done.code == 2
    assert "ratchet check --staged || exit $?" in done.out
    assert repo.read(".git/hooks/pre-commit") == mine
    repo.write(".git/hooks/pre-commit", mine + "ratchet check --staged || exit $?\n")
    assert repo.ratchet("init", "--git-hook").out.startswith("kept ")


@pytest.mark.parametrize("place", ["../shared", ".githooks"])
def test_a_place_that_others_share_is_not_written_to(repo: Repo, place: str) -> None:
    repo.git("config", "core.hooksPath", place)
    done = repo.ratchet("init", "--git-hook")
    assert done.code == 2
    assert "core.hooksPath" in done.out
    assert not (repo.root / place).exists()


def test_a_place_of_this_clone_alone_is(repo: Repo) -> None:
    repo.git("config", "core.hooksPath", ".git/my-hooks")
    assert repo.ratchet("init", "--git-hook").code == 0
    assert (repo.root / ".git/my-hooks/pre-commit").stat().st_mode & 0o111


def test_other_tools_for_hooks_are_told_how_to_run_it(repo: Repo) -> None:
    for name in (".husky/pre-commit", "lefthook.yml", ".pre-commit-config.yaml"):
        repo.write(name, "")
    report = repo.ratchet("init", "--git-hook", "--format", "json").json()
    assert report["settings"][0]["done"] == "wrote"
    assert [line.split(":")[0] for line in report["advice"][1:]] == ["pre-commit and prek", "husky", "lefthook"]
    assert repo.ratchet("init", "--git-hook").out.startswith("kept ")
