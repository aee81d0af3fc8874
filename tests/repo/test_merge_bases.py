"""Where two histories part is found, or it is said which command makes it known; that command then does."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from ratchet.model.errors import RatchetError
from ratchet.repo.git import Git, GitFailed, how_to_get, resolve_commit
from ratchet.repo.merge_bases import merge_base
from tests.repository import Repo


def git_of(repo: Repo) -> Git:
    return Git(str(repo.root))


def hint(error: pytest.ExceptionInfo[RatchetError]) -> str:
    return error.value.mistakes[0].hint


def obey(clone: Repo, text: str) -> None:
    """Run the command that a hint gives, as a user would paste it."""
    command = text.removeprefix("run: ").partition("   (")[0]
    result = clone.run(*shlex.split(command))
    assert result.code == 0, result.err


def branch(repo: Repo, name: str, start: str = "HEAD") -> None:
    repo.git("checkout", "--quiet", "-b", name, start)


def cloned(repo: Repo, tmp_path: Path, *options: str) -> Repo:
    clone = Repo(tmp_path / "clone", tmp_path / "clone-home")
    clone.git("clone", "--quiet", *options, f"file://{repo.root}", ".")
    return clone


def test_the_merge_base_is_where_two_branches_part(repo: Repo) -> None:
    fork = repo.commit("fork")
    branch(repo, "topic")
    topic = repo.commit("topic")
    repo.git("checkout", "--quiet", "main")
    assert merge_base(git_of(repo), repo.commit("main"), topic) == fork


def test_unrelated_histories_have_no_merge_base(repo: Repo) -> None:
    first = repo.commit("one")
    repo.git("checkout", "--quiet", "--orphan", "other")
    with pytest.raises(RatchetError, match="no commit in common") as error:
        merge_base(git_of(repo), first, repo.commit("two"))
    assert "--base" in hint(error)


def test_a_commit_that_is_not_there_is_gits_error_and_not_a_missing_merge_base(repo: Repo) -> None:
    with pytest.raises(GitFailed, match="merge-base"):
        merge_base(git_of(repo), repo.commit(), "1" * 40)


def test_a_shallow_clone_names_the_command_that_deepens_it(repo: Repo, tmp_path: Path) -> None:
    fork = repo.commit("fork")
    branch(repo, "topic")
    repo.commit("topic")
    repo.git("checkout", "--quiet", "main")
    repo.commit("main")
    clone = cloned(repo, tmp_path, "--depth=1", "--no-single-branch")
    git = git_of(clone)
    with pytest.raises(RatchetError, match="shallow clone does not reach") as error:
        merge_base(git, "origin/topic", "HEAD")
    assert "fetch-depth: 0" in hint(error)
    with pytest.raises(RatchetError) as in_ci:
        merge_base(git, "origin/topic", "HEAD", 'set GIT_DEPTH: "0" for the job')
    assert "GIT_DEPTH" in hint(in_ci)
    assert "fetch-depth" not in hint(in_ci)
    obey(clone, hint(error))
    assert merge_base(git, "origin/topic", "HEAD") == fork


def test_a_branch_that_a_shallow_clone_of_another_lacks_comes_with_its_history(repo: Repo, tmp_path: Path) -> None:
    repo.commit("older")
    fork = repo.commit("fork")
    branch(repo, "topic")
    repo.commit("topic")
    clone = cloned(repo, tmp_path, "--depth=1", "--branch=topic")
    with pytest.raises(RatchetError, match="no commit `origin/main`") as error:
        resolve_commit(git_of(clone), "origin/main")
    assert hint(error) == how_to_get(git_of(clone), "refs/remotes/origin/main")
    obey(clone, hint(error))
    assert merge_base(git_of(clone), "origin/main", "HEAD") == fork


def criss_cross(repo: Repo) -> tuple[str, str]:
    """Two branches that have merged each other at the same time."""
    repo.commit("root")
    branch(repo, "topic")
    topic = repo.commit("topic")
    repo.git("checkout", "--quiet", "main")
    main = repo.commit("main")
    repo.git("merge", "--quiet", "--no-ff", "--message=one", topic)
    repo.git("checkout", "--quiet", "topic")
    repo.git("merge", "--quiet", "--no-ff", "--message=two", main)
    return main, topic


def test_of_several_merge_bases_none_is_chosen_and_a_merge_makes_it_one(repo: Repo) -> None:
    bases = criss_cross(repo)
    with pytest.raises(RatchetError, match="part in 2 commits") as error:
        merge_base(git_of(repo), "main", "HEAD")
    assert all(base[:12] in str(error.value) for base in bases)
    obey(repo, hint(error).replace("git merge", "git merge --quiet --message=three"))
    assert merge_base(git_of(repo), "main", "HEAD") == repo.git("rev-parse", "main")


def test_a_nearer_merge_base_behind_the_cut_of_a_shallow_clone_is_suspected(repo: Repo, tmp_path: Path) -> None:
    """main: root - old - near - tip; topic: a long way from `near`, merged with a short one from `old`."""
    repo.commit("root")
    old = repo.commit("old")
    near = repo.commit("near")
    repo.commit("tip")
    branch(repo, "short", old)
    repo.commit("short")
    branch(repo, "topic", near)
    for number in range(5):
        repo.commit(f"long {number}")
    repo.git("merge", "--quiet", "--no-ff", "--message=both", "short")
    assert merge_base(git_of(repo), "main", "HEAD") == near
    clone = cloned(repo, tmp_path, "--depth=4", "--no-single-branch", "--branch=topic")
    git = git_of(clone)
    assert git.run("merge-base", "origin/main", "HEAD").decode().strip() == old, "git alone is misled"
    with pytest.raises(RatchetError, match="may hide") as error:
        merge_base(git, "origin/main", "HEAD")
    obey(clone, hint(error))
    assert merge_base(git, "origin/main", "HEAD") == near


def test_a_cut_beside_the_base_itself_hides_nothing(repo: Repo, tmp_path: Path) -> None:
    """As a server merges a pull request: the tip is the first parent, and nothing of it can be nearer than itself."""
    repo.commit("fork")
    branch(repo, "topic")
    repo.commit("topic")
    repo.git("checkout", "--quiet", "main")
    tip = repo.commit("main")
    branch(repo, "merge")
    repo.git("merge", "--quiet", "--no-ff", "--message=merge", "topic")
    clone = cloned(repo, tmp_path, "--depth=2", "--branch=merge")
    assert merge_base(git_of(clone), "HEAD^1", "HEAD") == tip
