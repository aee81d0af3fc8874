"""A commit and the index show the files they hold, and name what they leave out."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ratchet.model.errors import RatchetError
from ratchet.model.snapshot import Snapshot, Unreadable, blob_id
from ratchet.repo.commits import commit_snapshot, index_snapshot
from ratchet.repo.git import Git
from tests.repository import Repo

LIMIT = 1000
ODD_NAMES = [
    b"new\nline.rs",
    b'quo"te.rs',
    b"-rf",
    b"--help.rs",
    b"\xff\xfe.rs",
    b"tab\there.rs",
    b"\x1b[31m.rs",
    b" x ",
]


def git_of(repo: Repo) -> Git:
    return Git(str(repo.root))


def write_odd_names(repo: Repo) -> None:
    for name in ODD_NAMES:
        Path(os.fsdecode(os.fsencode(repo.root) + b"/" + name)).write_bytes(name)


def committed(repo: Repo) -> Snapshot:
    return commit_snapshot(git_of(repo), repo.commit(), "main", LIMIT)


def staged(repo: Repo) -> Snapshot:
    repo.git("add", "--all")
    return index_snapshot(git_of(repo), LIMIT)


Taker = Callable[[Repo], Snapshot]
BOTH = pytest.mark.parametrize("take", [committed, staged])


@BOTH
def test_every_file_is_there_sorted_with_its_blob_and_bytes(repo: Repo, take: Taker) -> None:
    for path in ("b.rs", "a/z.rs", "a.rs", "ä.rs", "a/b/c.rs"):
        repo.write(path, path)
    snapshot = take(repo)
    assert snapshot.paths() == ("a.rs", "a/b/c.rs", "a/z.rs", "b.rs", "ä.rs")
    assert all(snapshot.read(path) == path.encode() for path in snapshot.paths())
    assert all(snapshot.blob(path) == blob_id(path.encode()) for path in snapshot.paths())
    assert snapshot.notices == ()


@BOTH
def test_odd_names_are_kept_byte_for_byte(repo: Repo, take: Taker) -> None:
    write_odd_names(repo)
    snapshot = take(repo)
    assert [os.fsencode(path) for path in snapshot.paths()] == sorted(ODD_NAMES)
    assert all(snapshot.read(path) == os.fsencode(path) for path in snapshot.paths())


@BOTH
def test_symlinks_and_submodules_are_named_and_left_out(repo: Repo, take: Taker) -> None:
    repo.write("a.rs", "x")
    (repo.root / "link.rs").symlink_to("a.rs")
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},sub")
    (repo.root / "sub").mkdir()
    snapshot = take(repo)
    assert snapshot.paths() == ("a.rs",)
    assert snapshot.notices == ("link.rs: a symlink, not followed", "sub: a submodule, not entered")
    assert snapshot.links == {"link.rs": "a.rs"}
    with pytest.raises(Unreadable, match="symlink"):
        snapshot.read("link.rs")


@BOTH
def test_a_path_that_is_not_there_is_unreadable(repo: Repo, take: Taker) -> None:
    snapshot = take(repo)
    for ask in (snapshot.read, snapshot.blob):
        with pytest.raises(Unreadable, match="no such file"):
            ask("absent.rs")


@BOTH
def test_a_file_over_the_limit_names_both_remedies(repo: Repo, take: Taker) -> None:
    repo.write("a.rs", "x" * LIMIT)
    repo.write("big.rs", "x" * (LIMIT + 1))
    snapshot = take(repo)
    assert len(snapshot.read("a.rs")) == LIMIT
    with pytest.raises(Unreadable, match=r"over max_file_bytes \(1,000 bytes\)") as error:
        snapshot.read("big.rs")
    assert "`exclude`" in error.value.hint
    assert "`max_file_bytes`" in error.value.hint
    assert snapshot.blob("big.rs") == blob_id(b"x" * (LIMIT + 1))


def test_a_commit_keeps_the_name_the_user_gave_it(repo: Repo) -> None:
    assert commit_snapshot(git_of(repo), repo.commit(), "origin/main", LIMIT).ref == "origin/main"


def test_a_commit_without_files_is_an_empty_snapshot(repo: Repo) -> None:
    assert committed(repo).paths() == ()


def test_an_index_without_files_is_an_empty_snapshot(repo: Repo) -> None:
    assert index_snapshot(git_of(repo), LIMIT).paths() == ()


def test_the_index_shows_what_is_staged_and_not_what_is_on_disk(repo: Repo) -> None:
    repo.write("a.rs", "staged")
    repo.write("gone.rs", "still staged")
    repo.git("add", "--all")
    repo.write("a.rs", "later")
    repo.write("untracked.rs", "x")
    repo.remove("gone.rs")
    snapshot = index_snapshot(git_of(repo), LIMIT)
    assert (snapshot.ref, snapshot.paths()) == ("index", ("a.rs", "gone.rs"))
    assert snapshot.read("a.rs") == b"staged"


def test_in_a_hook_the_index_that_git_names_is_read(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("a.rs", "one")
    repo.commit()
    repo.write("a.rs", "two")
    repo.write("b.rs", "not part of this commit")
    repo.git("add", "b.rs")
    repo.run("git", "read-tree", "HEAD", env={"GIT_INDEX_FILE": ".git/next-index-1.lock"})
    repo.run("git", "add", "a.rs", env={"GIT_INDEX_FILE": ".git/next-index-1.lock"})
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/next-index-1.lock")
    snapshot = index_snapshot(git_of(repo), LIMIT)
    assert snapshot.paths() == ("a.rs",)
    assert snapshot.read("a.rs") == b"two"


def test_a_held_index_lock_does_not_stop_reading(repo: Repo) -> None:
    repo.write("a.rs", "x")
    repo.commit()
    repo.write(".git/index.lock", "")
    assert index_snapshot(git_of(repo), LIMIT).paths() == ("a.rs",)


def test_conflicts_must_be_resolved_first(repo: Repo) -> None:
    for number in range(7):
        repo.write(f"f{number}.rs", "base")
    repo.commit()
    repo.git("checkout", "--quiet", "-b", "topic")
    for branch in ("topic", "main"):
        repo.git("checkout", "--quiet", branch)
        for number in range(7):
            repo.write(f"f{number}.rs", branch)
        repo.commit()
    repo.run("git", "merge", "topic")
    with pytest.raises(RatchetError, match=r"resolve conflicts first: f0.rs, f1.rs, .* and 2 more") as error:
        index_snapshot(git_of(repo), LIMIT)
    assert "git add" in error.value.mistakes[0].hint


def test_a_file_only_intended_to_be_added_is_not_in_the_next_commit(repo: Repo) -> None:
    repo.write("intended.rs", "x")
    repo.write("empty.rs", "")
    repo.git("add", "empty.rs")
    repo.git("add", "--intent-to-add", "intended.rs")
    snapshot = index_snapshot(git_of(repo), LIMIT)
    assert snapshot.paths() == ("empty.rs",)
    assert snapshot.notices == ("intended.rs: only intended to be added (git add -N), not in the index yet",)


def test_a_sparse_file_is_still_in_the_index(repo: Repo) -> None:
    repo.write("a.rs", "x")
    repo.write("b/b.rs", "y")
    repo.commit()
    repo.git("sparse-checkout", "set", "--sparse-index", "none")
    snapshot = index_snapshot(git_of(repo), LIMIT)
    assert snapshot.paths() == ("a.rs", "b/b.rs")
    assert snapshot.read("b/b.rs") == b"y"
