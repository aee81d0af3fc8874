"""Git is found, asked and refused in every state a clone can be in."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from ratchet.model.errors import RatchetError
from ratchet.repo.commits import commit_snapshot, index_snapshot
from ratchet.repo.git import Git, GitFailed, find_git, head_commit, records, resolve_commit, tree_of
from ratchet.repo.merge_bases import merge_base
from ratchet.repo.worktree import worktree_snapshot
from tests.repository import Repo

LIMIT = 2_000_000


def found(repo: Repo) -> Git:
    git = find_git(str(repo.root))
    assert git is not None
    return git


def hint(error: pytest.ExceptionInfo[RatchetError]) -> str:
    return error.value.mistakes[0].hint


def test_a_work_tree_is_found_from_a_directory_below_its_top(repo: Repo) -> None:
    repo.write("a/b/c.rs", "")
    git = find_git(str(repo.root / "a" / "b"))
    assert git == Git(os.path.realpath(repo.root))


def test_a_top_level_with_spaces_and_a_newline_is_found(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "odd name\n", tmp_path / "home")
    repo.init()
    assert found(repo).top == os.path.realpath(repo.root)


def test_a_directory_without_git_is_no_work_tree(directory: Repo) -> None:
    assert find_git(str(directory.root)) is None


def test_a_start_that_is_no_directory_is_refused(directory: Repo) -> None:
    with pytest.raises(RatchetError, match="is not a directory"):
        find_git(str(directory.root / "absent"))


def test_a_missing_git_is_named_with_what_to_install(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(repo.root))
    with pytest.raises(RatchetError, match="git was not found") as error:
        find_git(str(repo.root))
    assert "install git" in hint(error)


def test_a_repository_of_another_owner_is_refused_in_gits_words(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    with pytest.raises(RatchetError, match="dubious ownership") as error:
        find_git(str(repo.root))
    assert "git config --global --add safe.directory" in hint(error)


def test_a_bare_repository_has_no_files_to_judge(directory: Repo) -> None:
    directory.git("init", "--quiet", "--bare", "bare.git")
    with pytest.raises(RatchetError, match="bare repository") as error:
        find_git(str(directory.root / "bare.git"))
    assert "git worktree add" in hint(error)


def test_the_inside_of_a_git_directory_is_no_work_tree(repo: Repo) -> None:
    with pytest.raises(RatchetError, match=r"inside of a \.git directory"):
        find_git(str(repo.root / ".git"))


def test_a_repository_hidden_in_the_files_cannot_name_another_work_tree(repo: Repo, tmp_path: Path) -> None:
    repo.git("init", "--quiet", "--bare", "data/hidden")
    for key, value in {"core.bare": "false", "core.worktree": str(tmp_path)}.items():
        repo.git("config", "--file", "data/hidden/config", key, value)
    with pytest.raises(RatchetError, match="bare repository"):
        find_git(str(repo.root / "data" / "hidden"))


def test_a_git_file_that_leads_nowhere_is_an_error_and_not_a_plain_directory(directory: Repo) -> None:
    directory.write(".git", f"gitdir: {directory.root}/gone\n")
    with pytest.raises(GitFailed, match="not a git repository"):
        find_git(str(directory.root))


def test_a_linked_worktree_is_found(repo: Repo, tmp_path: Path) -> None:
    commit = repo.commit()
    repo.git("worktree", "add", "--quiet", str(tmp_path / "linked"))
    git = find_git(str(tmp_path / "linked"))
    assert git is not None
    assert git.top == os.path.realpath(tmp_path / "linked")
    assert head_commit(git) == commit


def test_an_unborn_branch_has_no_head_commit(repo: Repo) -> None:
    assert head_commit(found(repo)) is None


def test_a_detached_head_is_a_commit(repo: Repo) -> None:
    commit = repo.commit()
    repo.git("checkout", "--quiet", "--detach")
    assert head_commit(found(repo)) == commit


def test_a_revision_is_resolved_to_its_commit(repo: Repo) -> None:
    commit = repo.commit()
    repo.git("tag", "--annotate", "--message=one", "v1")
    assert resolve_commit(found(repo), "v1") == commit
    assert resolve_commit(found(repo), commit[:12]) == commit


def test_the_tree_of_a_commit_is_known(repo: Repo) -> None:
    commit = repo.commit()
    assert tree_of(found(repo), commit) == repo.git("rev-parse", "HEAD^{tree}")


@pytest.mark.parametrize(
    ("ref", "command"),
    [
        ("main2", "run: git fetch origin main2"),
        ("origin/main", "run: git fetch origin +refs/heads/main:refs/remotes/origin/main"),
        ("upstream/a/b", "run: git fetch upstream +refs/heads/a/b:refs/remotes/upstream/a/b"),
        ("two words", "run: git fetch origin 'two words'"),
    ],
)
def test_an_unknown_revision_names_the_command_that_fetches_it(repo: Repo, ref: str, command: str) -> None:
    repo.commit()
    for remote in ("origin", "upstream"):
        repo.git("remote", "add", remote, "nowhere")
    with pytest.raises(RatchetError, match="no commit") as error:
        resolve_commit(found(repo), ref)
    assert hint(error) == command


def test_an_unknown_revision_without_a_remote_names_another_way(repo: Repo) -> None:
    repo.commit()
    with pytest.raises(RatchetError) as error:
        resolve_commit(found(repo), "nope")
    assert "git branch --all" in hint(error)


@pytest.mark.parametrize("other", ["refs/tags/origin/main", "refs/heads/origin/main"])
@pytest.mark.parametrize("setting", ["true", "false"])
def test_a_tag_or_branch_that_takes_the_name_of_a_remote_branch_is_not_taken_for_it(
    repo: Repo, other: str, setting: str
) -> None:
    repo.git("update-ref", "refs/remotes/origin/main", repo.commit("main"))
    assert resolve_commit(found(repo), "origin/main")
    repo.git("update-ref", other, repo.commit("mine"))
    repo.git("config", "core.warnAmbiguousRefs", setting)
    with pytest.raises(RatchetError, match="more than one") as error:
        resolve_commit(found(repo), "origin/main")
    assert "refs/remotes/origin/main" in hint(error)
    assert resolve_commit(found(repo), "refs/remotes/origin/main") == repo.git("rev-parse", "HEAD~1")


def test_head_of_an_unborn_branch_asks_for_a_first_commit(repo: Repo) -> None:
    with pytest.raises(RatchetError) as error:
        resolve_commit(found(repo), "HEAD")
    assert "make the first one" in hint(error)


@pytest.mark.parametrize("ref", ["--all", "-q", "--output=canary", "", "HEAD..HEAD", "HEAD:a.rs", "\n"])
def test_no_revision_is_taken_for_an_option_or_a_range(repo: Repo, ref: str) -> None:
    repo.write("a.rs", "")
    repo.commit()
    with pytest.raises(RatchetError, match="no commit"):
        resolve_commit(found(repo), ref)
    assert not (repo.root / "canary").exists()


def test_a_failing_command_speaks_in_gits_own_words(repo: Repo) -> None:
    with pytest.raises(GitFailed, match=r"git ls-tree: Not a valid object name"):
        found(repo).run("ls-tree", "nope")


def test_a_git_that_dies_in_the_middle_is_never_a_shorter_list(tmp_path: Path) -> None:
    with pytest.raises(GitFailed, match="in the middle of a list"):
        records(b"100644 a\0100644 b")


def test_what_was_begun_says_what_it_would_have_said(repo: Repo) -> None:
    for number in range(2_000):  # more than a pipe holds
        repo.write(f"a/{'long' * 10}-{number}.txt", "")
    commit = repo.commit()
    git = found(repo)
    wanted = git.run("ls-tree", "-r", "-z", commit)
    git.begin("ls-tree", "-r", "-z", commit)
    repo.git("rm", "--quiet", "-r", "--cached", ".")
    assert git.begun
    assert git.run("ls-tree", "-r", "-z", commit) == wanted
    assert not git.begun
    assert len(wanted) > 1 << 16


def test_what_was_begun_and_fails_is_run_again_for_its_reason(repo: Repo) -> None:
    git = found(repo)
    git.begin("ls-tree", "nothing")
    with pytest.raises(GitFailed, match="nothing"):
        git.run("ls-tree", "nothing")


def test_where_git_cannot_be_begun_it_is_run_when_it_is_wanted(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "memfd_create")
    git = found(repo)
    git.begin("rev-parse", "--show-toplevel")
    assert not git.begun
    assert git.run("rev-parse", "--show-toplevel").strip() == os.fsencode(repo.root)


@pytest.mark.parametrize("ending", ["exit 1", "kill -9 $$"])
def test_a_git_that_fails_after_some_output_is_an_error(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    fake = tmp_path / "bin" / "git"
    fake.parent.mkdir()
    fake.write_text(f"#!/bin/sh\nprintf 'H 100644 1 0\\ta.rs\\0'\n{ending}\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{fake.parent}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(GitFailed):
        worktree_snapshot(Git(str(repo.root)), LIMIT)


def test_nothing_that_a_hostile_configuration_names_is_run(repo: Repo, tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch {canary}\ncat\n")
    script.chmod(0o755)
    repo.write("a.rs", "fn a() {}\n")
    repo.write(".gitattributes", "*.rs filter=evil diff=evil\n")
    first = repo.commit()
    for key in ("core.fsmonitor", "filter.evil.clean", "filter.evil.smudge", "diff.evil.textconv", "core.pager"):
        repo.git("config", key, str(script))
    repo.git("config", "alias.ls-files", f"!{script}")
    shutil.copy(script, repo.root / ".git" / "hooks" / "post-index-change")
    repo.write("a.rs", "fn b() {}\n")
    git = found(repo)
    head = resolve_commit(git, "HEAD")
    for snapshot in (
        worktree_snapshot(git, LIMIT),
        index_snapshot(git, LIMIT),
        commit_snapshot(git, head, "HEAD", LIMIT),
    ):
        assert [snapshot.read(path) for path in snapshot.paths()]
    assert merge_base(git, first, head) == head
    assert tree_of(git, head)
    assert not canary.exists()
    repo.run("git", "status")
    assert canary.exists(), "the trap itself works"


def test_replaced_objects_are_not_believed(repo: Repo) -> None:
    repo.write("a.rs", "many")
    commit = repo.commit()
    repo.write("none.rs", "few")
    repo.commit()
    repo.git("replace", repo.git("rev-parse", f"{commit}:a.rs"), repo.git("rev-parse", "HEAD:none.rs"))
    assert repo.git("show", f"{commit}:a.rs") == "few"
    assert commit_snapshot(found(repo), commit, "x", LIMIT).read("a.rs") == b"many"
