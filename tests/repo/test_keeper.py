"""Where facts are kept: in git's own directory, once for all work trees, and nowhere else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ratchet.acts.bench import Bench
from ratchet.acts.count import count
from ratchet.repo.git import Git, find_git
from ratchet.repo.keeper import is_switched_off, store_at, store_of
from tests.repository import Repo


def place(directory: Path) -> str:
    git = find_git(str(directory))
    assert git is not None
    store = store_at(git)
    assert store is not None
    return os.path.realpath(store.path)


@pytest.fixture
def small(repo: Repo) -> Repo:
    """A repository with one commit."""
    repo.write("a/b/lib.py", "print(1)\n")
    repo.commit()
    return repo


def test_it_lies_in_the_directory_of_git_wherever_one_stands(small: Repo) -> None:
    expected = os.path.realpath(small.root / ".git/ratchet/facts.sqlite")
    assert place(small.root) == place(small.root / "a/b") == expected


def test_work_trees_share_it(small: Repo, tmp_path: Path) -> None:
    small.git("worktree", "add", "--quiet", str(tmp_path / "other"))
    assert place(tmp_path / "other") == place(small.root)
    count(str(small.root), (), (), False, Bench())
    before = store_at(Git(str(small.root), common=str(small.root / ".git")))
    assert before is not None
    entries = before.state().entries
    assert entries > 0
    count(str(tmp_path / "other"), (), (), False, Bench())
    assert before.state().entries == entries


def test_a_submodule_has_its_own(small: Repo, tmp_path: Path) -> None:
    inner = Repo(tmp_path / "inner", tmp_path / "home")
    inner.init()
    inner.write("x.py", "")
    inner.commit()
    small.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.root), "sub")
    assert place(small.root / "sub") == os.path.realpath(small.root / ".git/modules/sub/ratchet/facts.sqlite")


def test_it_follows_a_git_directory_that_lies_elsewhere(directory: Repo, tmp_path: Path) -> None:
    directory.git("init", "--quiet", f"--separate-git-dir={tmp_path / 'elsewhere'}")
    assert place(directory.root) == os.path.realpath(tmp_path / "elsewhere/ratchet/facts.sqlite")


def test_outside_git_nothing_is_kept(directory: Repo) -> None:
    directory.write("lib.py", "print(1)\n")
    bench = Bench()
    count(str(directory.root), (), (), False, bench)
    assert bench.store is None
    assert [each.name for each in directory.root.iterdir()] == ["lib.py"]


def test_a_directory_whose_name_cannot_be_told_has_none(tmp_path: Path) -> None:
    odd = Repo(tmp_path / "line\nbreak", tmp_path / "home")
    odd.init()
    odd.write("lib.py", "print(1)\n")
    odd.commit()
    odd.git("worktree", "add", "--quiet", str(tmp_path / "other"))
    git = find_git(str(tmp_path / "other"))
    assert git is not None
    assert store_at(git) is None
    assert count(str(tmp_path / "other"), (), (), False, Bench()).inspection.analysed == 1


@pytest.mark.parametrize(("said", "off"), [("off", True), ("OFF", True), ("0", True), ("on", False), ("", False)])
def test_the_environment_can_switch_it_off(said: str, off: bool) -> None:
    git = Git("/r", {"RATCHET_CACHE": said}, "/r/.git")
    assert is_switched_off(git) is off
    assert (store_of(git) is None) is off
    assert store_at(git) is not None


def test_nothing_of_it_is_seen_by_git(small: Repo) -> None:
    assert small.ratchet("count").code == 0
    assert (small.root / ".git/ratchet/facts.sqlite").exists()
    assert small.git("status", "--porcelain") == ""
