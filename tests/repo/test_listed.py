"""The tree of a commit, as an index and what differs from it tell it, is the one that git lists."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ratchet.model.snapshot import Unreadable
from ratchet.quick.flags import index_stamp
from ratchet.repo.commits import CommitSnapshot, commit_by_index, commit_snapshot
from ratchet.repo.git import Git
from ratchet.repo.listed import Listed, listed
from tests.repository import Repo

LIMIT = 1000
PATHS = ("a.rs", "src/b.rs", "src/deep/\xe9.rs", "src/deep.rs", "z")


@pytest.fixture
def shop(repo: Repo) -> Repo:
    for path in PATHS:
        repo.write(path, path)
    (repo.root / "link.rs").symlink_to("a.rs")
    repo.write("run.rs", "x").chmod(0o755)
    repo.commit()
    return repo


def index_of(repo: Repo) -> Listed:
    place = str(repo.root / ".git/index")
    stamp = index_stamp(place)
    return listed(Git(str(repo.root)).run("ls-files", "-z", "-s", "-v", "--cached"), place, stamp)


def told(repo: Repo, index: Listed) -> CommitSnapshot | None:
    return commit_by_index(Git(str(repo.root)), repo.git("rev-parse", "HEAD").strip(), index, LIMIT)


def add(repo: Repo, path: str, *words: str) -> None:
    repo.write(path, "new")
    repo.git("add", *words, path)


def move(repo: Repo) -> None:
    repo.git("mv", "src/b.rs", "c.rs")


def link_for_file(repo: Repo) -> None:
    repo.remove("a.rs")
    (repo.root / "a.rs").symlink_to("z")
    repo.git("add", "a.rs")


def file_for_link(repo: Repo) -> None:
    repo.remove("link.rs")
    add(repo, "link.rs")


def directory_for_file(repo: Repo) -> None:
    repo.git("rm", "--quiet", "z")
    add(repo, "z/in.rs")


def added_and_gone(repo: Repo) -> None:
    add(repo, "new.rs")
    repo.remove("new.rs")


def a_module(repo: Repo) -> None:
    commit = repo.git("rev-parse", "HEAD").strip()
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{commit},module")
    repo.git("commit", "--quiet", "--message", "A module")
    repo.git("update-index", "--cacheinfo", f"160000,{'1' * 40},module")


def settings(repo: Repo) -> None:
    a_module(repo)
    move(repo)
    for name, value in (("diff.ignoreSubmodules", "all"), ("diff.renames", "copies"), ("diff.noprefix", "true")):
        repo.git("config", name, value)


EVENTS: dict[str, Callable[[Repo], object]] = {
    "nothing": lambda _repo: None,
    "another content on disk": lambda repo: repo.write("a.rs", "changed"),
    "another content": lambda repo: add(repo, "a.rs"),
    "another mode": lambda repo: repo.git("update-index", "--chmod=-x", "run.rs"),
    "one more": lambda repo: add(repo, "b.rs"),
    "one that is intended": lambda repo: add(repo, "new.rs", "--intent-to-add"),
    "one more that is gone": added_and_gone,
    "one less": lambda repo: repo.git("rm", "--quiet", "src/b.rs"),
    "one less in the index": lambda repo: repo.git("rm", "--quiet", "--cached", "src/b.rs"),
    "nothing at all": lambda repo: repo.git("rm", "--quiet", "-r", "."),
    "another name": move,
    "a link for a file": link_for_file,
    "a file for a link": file_for_link,
    "a directory for a file": directory_for_file,
    "a module": a_module,
    "other settings": settings,
}


@pytest.mark.parametrize("event", EVENTS.values(), ids=EVENTS)
def test_it_is_what_git_lists(shop: Repo, event: Callable[[Repo], object]) -> None:
    event(shop)
    known, commit = told(shop, index_of(shop)), shop.git("rev-parse", "HEAD").strip()
    plain = commit_snapshot(Git(str(shop.root)), commit, commit, LIMIT)
    assert known is not None
    assert list(known.names.items()) == list(plain.names.items())
    assert (known.paths(), known.notices, known.ref, known.limit) == (plain.paths(), plain.notices, plain.ref, LIMIT)
    assert all(known.read(path) == plain.read(path) for path in plain.paths())
    with pytest.raises(Unreadable):
        known.blob("link.rs")


def test_of_an_index_that_was_written_since_nothing_is_told(shop: Repo) -> None:
    index = index_of(shop)
    assert told(shop, index) is not None
    add(shop, "new.rs")
    assert told(shop, index) is None
    assert told(shop, index_of(shop)) is not None


def test_of_an_index_without_a_stamp_nothing_is_told(shop: Repo) -> None:
    assert told(shop, listed(Git(str(shop.root)).run("ls-files", "-z", "-s", "-v", "--cached"))) is None


def test_of_an_index_in_conflict_nothing_is_told(shop: Repo) -> None:
    shop.git("checkout", "--quiet", "-b", "other")
    shop.write("a.rs", "theirs")
    shop.commit()
    shop.git("checkout", "--quiet", "main")
    shop.write("a.rs", "ours")
    shop.commit()
    assert shop.run("git", "merge", "other").code == 1
    assert told(shop, index_of(shop)) is None


def test_a_stamp_tells_an_index_from_one_of_the_same_size(tmp_path: Path) -> None:
    place = tmp_path / "index"
    place.write_bytes(b"one")
    first = index_stamp(str(place))
    other = tmp_path / "other"
    other.write_bytes(b"two")
    os.utime(other, ns=(place.stat().st_atime_ns, place.stat().st_mtime_ns))
    other.rename(place)
    assert index_stamp(str(place)) != first
    place.unlink()
    assert index_stamp(str(place)) == b""
