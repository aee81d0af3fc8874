"""The working tree shows regular files only, as they are on disk, and names the rest."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest

from ratchet.model.errors import RatchetError
from ratchet.model.snapshot import Snapshot, Unreadable, blob_id
from ratchet.quick.flags import begin_to_list
from ratchet.quick.state import look
from ratchet.repo.commits import commit_snapshot
from ratchet.repo.git import Git
from ratchet.repo.listed import listed
from ratchet.repo.worktree import Unchanged, directory_snapshot, worktree_snapshot
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


def tree(repo: Repo) -> Snapshot:
    return worktree_snapshot(Git(str(repo.root)), LIMIT)


def told(repo: Repo) -> Snapshot:
    """The working tree where git was asked before for what it tracks, and what it does not."""
    git = Git(str(repo.root))
    tracked = git.run("ls-files", "-z", "-s", "-v", "--cached", "--full-name", ":/")
    untracked = git.run("ls-files", "-z", "--others", "--exclude-standard")
    return worktree_snapshot(git, LIMIT, listed(tracked), untracked)


def plain(repo: Repo) -> Snapshot:
    return directory_snapshot(str(repo.root), LIMIT)


Taker = Callable[[Repo], Snapshot]
Nobody = Callable[[], AbstractContextManager[None]]
BOTH = pytest.mark.parametrize("take", [tree, told, plain])


@BOTH
def test_files_are_sorted_with_their_blob_and_bytes(repo: Repo, take: Taker) -> None:
    for path in ("b.rs", "a/z.rs", "a.rs", "ä.rs", "a/b/c.rs"):
        repo.write(path, path)
    snapshot = take(repo)
    assert snapshot.paths() == ("a.rs", "a/b/c.rs", "a/z.rs", "b.rs", "ä.rs")
    assert all(snapshot.blob(path) == blob_id(path.encode()) for path in snapshot.paths())
    assert all(snapshot.read(path) == path.encode() for path in snapshot.paths())


@BOTH
def test_odd_names_are_kept_byte_for_byte(repo: Repo, take: Taker) -> None:
    for name in ODD_NAMES:
        Path(os.fsdecode(os.fsencode(repo.root) + b"/" + name)).write_bytes(name)
    snapshot = take(repo)
    assert [os.fsencode(path) for path in snapshot.paths()] == sorted(ODD_NAMES)
    assert all(snapshot.read(path) == os.fsencode(path) for path in snapshot.paths())


@BOTH
def test_what_is_no_regular_file_is_named_and_never_opened(
    repo: Repo, take: Taker, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.write("a.rs", "x")
    os.mkfifo(repo.root / "fifo.rs")
    (repo.root / "zero.rs").symlink_to("/dev/zero")
    (repo.root / "loop.rs").symlink_to("loop.rs")
    (repo.root / "up").symlink_to(repo.root)
    monkeypatch.chdir(repo.root)  # the name of a socket may not be long
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("s.rs")
    snapshot = take(repo)
    assert snapshot.paths() == ("a.rs",)
    links = tuple(f"{name}: a symlink, not followed" for name in ("loop.rs", "up", "zero.rs"))
    special = ("fifo.rs: a FIFO, not opened", "s.rs: a socket, not opened")
    assert snapshot.notices == (tuple(sorted(links + special)) if take is plain else links)  # git lists no FIFO
    assert snapshot.links == {"loop.rs": "loop.rs", "up": str(repo.root), "zero.rs": "/dev/zero"}


@BOTH
def test_a_file_that_becomes_a_fifo_or_symlink_after_listing_is_not_followed(repo: Repo, take: Taker) -> None:
    target = repo.write("a.rs", "x")
    other = repo.write("b.rs", "x")
    snapshot = take(repo)
    target.unlink()
    os.mkfifo(target)
    other.unlink()
    other.symlink_to("/dev/zero")
    with pytest.raises(Unreadable, match="a FIFO, not opened"):
        snapshot.read("a.rs")
    with pytest.raises(Unreadable, match="a symlink, not followed"):
        snapshot.read("b.rs")


@BOTH
def test_a_directory_named_like_a_source_file_is_no_file(repo: Repo, take: Taker) -> None:
    repo.write("x.rs/inner.rs", "x")
    assert take(repo).paths() == ("x.rs/inner.rs",)


@BOTH
def test_a_file_over_the_limit_names_both_remedies(repo: Repo, take: Taker) -> None:
    repo.write("a.rs", "x" * LIMIT)
    os.truncate(repo.write("big.rs", ""), 2**40)  # no memory could hold it: it is not even begun
    snapshot = take(repo)
    assert len(snapshot.read("a.rs")) == LIMIT
    for ask in (snapshot.read, snapshot.blob):
        with pytest.raises(Unreadable, match=r"over max_file_bytes \(1,000 bytes\)") as error:
            ask("big.rs")
        assert "`exclude`" in error.value.hint
        assert "`max_file_bytes`" in error.value.hint


@BOTH
def test_a_vanished_file_is_unreadable(repo: Repo, take: Taker) -> None:
    repo.write("a.rs", "x")
    snapshot = take(repo)
    repo.remove("a.rs")
    with pytest.raises(Unreadable, match="No such file or directory"):
        snapshot.read("a.rs")


@BOTH
def test_a_file_without_read_permission_is_unreadable(open_repo: Repo, take: Taker, as_nobody: Nobody) -> None:
    open_repo.write("a.rs", "x").chmod(0)
    snapshot = take(open_repo)
    assert snapshot.paths() == ("a.rs",)
    with as_nobody(), pytest.raises(Unreadable, match="Permission denied") as error:
        snapshot.read("a.rs")
    assert "chmod" in error.value.hint


@BOTH
def test_a_file_that_changes_after_its_blob_was_named_is_refused(repo: Repo, take: Taker) -> None:
    repo.write("a.rs", "one")
    repo.write("filler.rs", "x")
    snapshot = worktree_snapshot(Git(str(repo.root)), 20_000_000) if take is tree else plain(repo)
    snapshot.blob("a.rs")
    repo.write("a.rs", "two")
    assert snapshot.read("a.rs") == b"one", "remembered: an id and its bytes cost one read"
    if take is tree:
        repo.write("filler.rs", "x" * 16_000_000)
        snapshot.blob("filler.rs")
        with pytest.raises(Unreadable, match="it changed while ratchet was reading it"):
            snapshot.read("a.rs")


@BOTH
def test_a_path_that_is_not_listed_is_never_opened(repo: Repo, take: Taker, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("a.rs", "x")
    for path in ("../home", "/etc/passwd", "absent.rs"):
        with pytest.raises(Unreadable, match="no such file"):
            take(repo).read(path)


def test_memory_stays_flat_however_many_files_are_read(repo: Repo) -> None:
    for number in range(30):
        repo.write(f"{number}.rs", bytes([number]) * 1_000_000)
    snapshot = worktree_snapshot(Git(str(repo.root)), 2_000_000)
    for path in snapshot.paths():
        assert blob_id(snapshot.read(path)) == snapshot.blob(path)
    assert sum(len(content) for content in snapshot._kept.values()) <= 16_000_000


def test_tracked_and_untracked_files_count_and_ignored_ones_do_not(repo: Repo) -> None:
    repo.write(".gitignore", "*.log\n/out/\n")
    repo.write("tracked.rs", "one")
    repo.write("deleted.rs", "x")
    repo.write("forced.log", "x")
    repo.git("add", "--force", ".")
    repo.write("tracked.rs", "two")
    repo.write("new.rs", "x")
    repo.write("a.log", "x")
    repo.write("out/x.rs", "x")
    repo.remove("deleted.rs")
    snapshot = tree(repo)
    assert (snapshot.ref, snapshot.paths()) == ("worktree", (".gitignore", "forced.log", "new.rs", "tracked.rs"))
    assert snapshot.read("tracked.rs") == b"two"


def test_edits_that_git_was_told_to_assume_away_are_seen(repo: Repo) -> None:
    repo.write("a.rs", "one")
    repo.commit()
    repo.git("update-index", "--assume-unchanged", "a.rs")
    repo.write("a.rs", "two")
    assert tree(repo).read("a.rs") == b"two"


def test_an_unmerged_file_is_listed_once(repo: Repo) -> None:
    repo.write("a.rs", "base")
    repo.commit()
    repo.git("checkout", "--quiet", "-b", "topic")
    for branch in ("topic", "main"):
        repo.git("checkout", "--quiet", branch)
        repo.write("a.rs", branch)
        repo.commit()
    repo.run("git", "merge", "topic")
    snapshot = tree(repo)
    assert snapshot.paths() == ("a.rs",)
    assert b"<<<<<<<" in snapshot.read("a.rs")


def test_files_that_a_sparse_checkout_keeps_away_come_from_the_index(repo: Repo) -> None:
    repo.write("a.rs", "x")
    repo.write("b/b.rs", "y" * (LIMIT + 1))
    repo.write("b/c.rs", "z")
    repo.commit()
    repo.git("sparse-checkout", "set", "none")
    assert not (repo.root / "b").exists()
    snapshot = tree(repo)
    assert snapshot.paths() == ("a.rs", "b/b.rs", "b/c.rs")
    assert (snapshot.read("b/c.rs"), snapshot.blob("b/c.rs")) == (b"z", blob_id(b"z"))
    with pytest.raises(Unreadable, match="over max_file_bytes"):
        snapshot.read("b/b.rs")


@pytest.mark.parametrize("flag", ["--assume-unchanged", "--skip-worktree"])
def test_a_file_that_git_was_told_to_take_as_it_is_does_not_vanish_with_the_disk(repo: Repo, flag: str) -> None:
    repo.write("a.rs", "fn a() {}\n")
    repo.write("b.rs", "fn b() {}\n")
    repo.commit()
    repo.git("update-index", flag, "a.rs")
    repo.remove("a.rs")
    repo.remove("b.rs")
    snapshot = worktree_snapshot(Git(str(repo.root)), LIMIT)
    assert snapshot.paths() == ("a.rs",), "what the next commit will have; b.rs is deleted for git too"
    assert snapshot.read("a.rs") == b"fn a() {}\n"


def test_submodules_and_nested_repositories_are_named_and_not_entered(repo: Repo, tmp_path: Path) -> None:
    other = Repo(tmp_path / "other", tmp_path / "home")
    other.init()
    other.write("inner.rs", "x")
    other.commit()
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(other.root), "sub")
    repo.git("clone", "--quiet", str(other.root), "nested")
    snapshot = tree(repo)
    assert snapshot.paths() == (".gitmodules",)
    assert snapshot.notices == ("nested: another git repository, not entered", "sub: a submodule, not entered")


def test_a_tracked_directory_replaced_by_a_symlink_leads_nowhere(repo: Repo, tmp_path: Path) -> None:
    repo.write("src/deep/a.rs", "x")
    repo.commit()
    (tmp_path / "outside" / "deep").mkdir(parents=True)
    (tmp_path / "outside" / "deep" / "a.rs").write_text("secret")
    (repo.root / "src").rename(tmp_path / "moved")
    (repo.root / "src").symlink_to(tmp_path / "outside")
    snapshot = tree(repo)
    assert snapshot.paths() == ()
    assert snapshot.notices == ("src: a symlink, not followed",)


def _make_a_symlink(repo: Repo) -> None:
    repo.remove("a.rs")
    (repo.root / "a.rs").symlink_to("src/b.rs")


def _hide_behind_a_symlink(repo: Repo) -> None:
    (repo.root / "src").rename(repo.root / "moved")
    (repo.root / "src").symlink_to("moved")


def _make_a_directory(repo: Repo) -> None:
    repo.remove("a.rs")
    repo.write("a.rs/c.rs", "x")


def _make_a_link_a_file(repo: Repo) -> None:
    repo.remove("link.rs")
    repo.write("link.rs", "x")


def _add_and_remove(how: str, repo: Repo) -> None:
    repo.write("new.rs", "x")
    repo.git("add", how, "new.rs")
    repo.remove("new.rs")


_EVENTS: dict[str, Callable[[Repo], object]] = {
    "nothing": lambda repo: None,
    "edited": lambda repo: repo.write("a.rs", "other"),
    "touched": lambda repo: os.utime(repo.root / "a.rs", (1, 1)),
    "gone": lambda repo: repo.remove("src/b.rs"),
    "gone from the index": lambda repo: repo.git("rm", "--quiet", "--cached", "a.rs"),
    "added": lambda repo: (repo.write("new.rs", "x"), repo.git("add", "new.rs")),
    "added and gone": partial(_add_and_remove, "--"),
    "intended and gone": partial(_add_and_remove, "--intent-to-add"),
    "intended": lambda repo: (repo.write("new.rs", "x"), repo.git("add", "-N", "new.rs")),
    "untracked": lambda repo: repo.write("new.rs", "x"),
    "a symlink": _make_a_symlink,
    "behind a symlink": _hide_behind_a_symlink,
    "a directory": _make_a_directory,
    "a link no more": _make_a_link_a_file,
}


@pytest.mark.parametrize("event", _EVENTS.values(), ids=_EVENTS)
def test_what_git_calls_unchanged_need_not_be_looked_at(
    repo: Repo, event: Callable[[Repo], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in ("a.rs", "src/b.rs", "src/deep/\xe9.rs"):
        repo.write(path, path)
    (repo.root / "link.rs").symlink_to("a.rs")
    repo.commit()
    event(repo)
    plainly = tree(repo)
    monkeypatch.chdir(repo.root)
    state, tracked = look(staged=False, base="").state(), begin_to_list().output()
    assert state is not None
    assert tracked is not None
    changed = frozenset(os.fsencode(each.path) for each in state.changes)
    git = Git(str(repo.root))
    unchanged = Unchanged(commit_snapshot(git, state.head, "HEAD", LIMIT).names, changed)
    snapshot = worktree_snapshot(git, LIMIT, listed(tracked), state.untracked, unchanged)
    assert (snapshot.paths(), snapshot.notices) == (plainly.paths(), plainly.notices)


def test_no_directory_is_listed_for_files_that_git_calls_unchanged(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("src/a.rs", "x")
    repo.commit()
    git = Git(str(repo.root))
    tracked = git.run("ls-files", "-z", "-s", "-v", "--cached", "--full-name", ":/")
    monkeypatch.setattr(os, "scandir", None)
    unchanged = Unchanged({"src/a.rs": blob_id(b"x")}, frozenset())
    assert worktree_snapshot(git, LIMIT, listed(tracked), b"", unchanged).paths() == ("src/a.rs",)


def test_a_tracked_file_replaced_by_a_directory_is_gone(repo: Repo) -> None:
    repo.write("a.rs", "x")
    repo.commit()
    repo.remove("a.rs")
    repo.write("a.rs/inner.rs", "y")
    assert tree(repo).paths() == ("a.rs/inner.rs",)


def test_files_in_a_directory_that_may_not_be_entered_are_unreadable_and_not_gone(
    open_repo: Repo, as_nobody: Nobody, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_repo.write("locked/tracked.rs", "x")
    open_repo.commit()
    (open_repo.root / "locked").chmod(0)
    for name, value in {"COUNT": "1", "KEY_0": "safe.directory", "VALUE_0": "*"}.items():
        monkeypatch.setenv(f"GIT_CONFIG_{name}", value)
    with as_nobody():
        snapshot = tree(open_repo)
        assert snapshot.paths() == ("locked/tracked.rs",)
        assert snapshot.notices == ("locked: a directory that cannot be listed",)
        with pytest.raises(Unreadable, match="Permission denied"):
            snapshot.read("locked/tracked.rs")
    (open_repo.root / "locked").chmod(0o755)


def test_without_git_what_tools_put_there_is_not_looked_into(directory: Repo) -> None:
    for path in ("src/a.rs", "target/b.rs", "web/node_modules/c.js", ".git/config", "x/__pycache__/d.py", "dist/e.py"):
        directory.write(path, "x")
    directory.write("target/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55")
    snapshot = plain(directory)
    assert (snapshot.ref, snapshot.paths()) == ("directory", ("dist/e.py", "src/a.rs"))
    about = "not looked into: builds and package managers write here"
    assert snapshot.notices == (f"target: {about}", f"web/node_modules: {about}", f"x/__pycache__: {about}")


def test_without_git_a_directory_that_cannot_be_listed_is_named(open_repo: Repo, as_nobody: Nobody) -> None:
    open_repo.write("locked/a.rs", "x")
    (open_repo.root / "locked").chmod(0)
    with as_nobody():
        assert plain(open_repo).notices == ("locked: a directory that cannot be listed: Permission denied",)
    (open_repo.root / "locked").chmod(0o755)


def test_a_root_that_is_no_directory_is_refused(directory: Repo) -> None:
    directory.write("a.rs", "x")
    for name in ("a.rs", "absent"):
        with pytest.raises(RatchetError, match="is not a directory"):
            directory_snapshot(str(directory.root / name), LIMIT)


def test_without_git_a_directory_named_target_is_left_out_only_where_cargo_builds(directory: Repo) -> None:
    for path in ("a/Cargo.toml", "a/target/b.rs", "a/src/target/c.rs", "d/target/CACHEDIR.TAG", "d/target/e.rs"):
        directory.write(path, "x")
    assert plain(directory).paths() == ("a/Cargo.toml", "a/src/target/c.rs")
