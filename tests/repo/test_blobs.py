"""Blobs come from one git process, which may die, lie or lack them without taking the run along."""

from __future__ import annotations

import gc
import os
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from ratchet.model.snapshot import Unreadable, blob_id
from ratchet.repo.blobs import BlobReader
from ratchet.repo.commits import commit_snapshot
from ratchet.repo.git import Git, GitFailed
from tests.repository import Repo

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="counts processes by /proc")


def children() -> set[int]:
    """The `git cat-file` processes that this process started."""
    found = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            about = status.read_text().rpartition(")")[2].split()
            command = (status.parent / "cmdline").read_bytes()
            if int(about[1]) == os.getpid() and b"cat-file" in command:
                found.add(int(status.parent.name))
    return found


def store(repo: Repo, content: bytes) -> str:
    repo.write("stored", content)
    return repo.git("hash-object", "-w", "stored")


def pretend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    fake = tmp_path / "bin" / "git"
    fake.parent.mkdir()
    fake.write_text(f"#!/bin/sh\n{script}\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{fake.parent}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.parametrize("content", [b"", b"\n", b"a\0b\nblob 3\n", bytes(range(256)) * 5000])
def test_a_blob_is_read_as_it_was_written(repo: Repo, content: bytes) -> None:
    oid = store(repo, content)
    with BlobReader(Git(str(repo.root))) as reader:
        assert (reader.size(oid), reader.read(oid), reader.read(oid)) == (len(content), content, content)
        assert blob_id(content) == oid


@needs_proc
def test_many_blobs_are_read_by_one_process(repo: Repo) -> None:
    oids = [store(repo, b"x" * number) for number in range(5)]
    before = children()
    with BlobReader(Git(str(repo.root))) as reader:
        assert [len(reader.read(oid)) for oid in oids] == [0, 1, 2, 3, 4]
        assert len(children() - before) == 1
    assert children() == before


@needs_proc
def test_a_forgotten_reader_ends_its_process(repo: Repo) -> None:
    oid = store(repo, b"x")
    before = children()
    reader = BlobReader(Git(str(repo.root)))
    reader.read(oid)
    assert children() > before
    del reader
    gc.collect()
    assert len(children()) == len(before)


def test_a_forked_child_does_not_end_the_process_of_its_parent(repo: Repo) -> None:
    oid = store(repo, b"x")
    with BlobReader(Git(str(repo.root))) as reader:
        reader.read(oid)
        child = os.fork()
        if child == 0:
            reader.close()
            os._exit(0)
        os.waitpid(child, 0)
        assert reader.read(oid) == b"x"


def test_a_blob_over_the_limit_is_not_read_and_the_next_one_is(repo: Repo) -> None:
    small, large = store(repo, b"x"), store(repo, b"y" * 12_345_678)
    with BlobReader(Git(str(repo.root))) as reader:
        with pytest.raises(Unreadable, match=r"over max_file_bytes \(1,000 bytes\)") as error:
            reader.read(large, 1000)
        assert "`exclude`" in error.value.hint
        assert "`max_file_bytes`" in error.value.hint
        assert reader.read(small, 1000) == b"x"


def test_a_missing_object_is_named_and_the_next_one_is_read(repo: Repo) -> None:
    oid = store(repo, b"x")
    with BlobReader(Git(str(repo.root))) as reader:
        with pytest.raises(Unreadable, match="does not have object 1111") as error:
            reader.read("1" * 40)
        assert "git fetch" in error.value.hint
        assert reader.read(oid) == b"x"


def test_a_tree_is_not_a_blob(repo: Repo) -> None:
    repo.write("a", "x")
    repo.commit()
    with BlobReader(Git(str(repo.root))) as reader:
        with pytest.raises(Unreadable, match="it is a tree, not a blob"):
            reader.read(repo.git("rev-parse", "HEAD^{tree}"))
        assert reader.read(repo.git("rev-parse", "HEAD:a")) == b"x"


def test_a_damaged_object_costs_that_blob_only(repo: Repo) -> None:
    good, bad = store(repo, b"good"), store(repo, b"bad" * 1000)
    damaged = repo.root / ".git" / "objects" / bad[:2] / bad[2:]
    damaged.chmod(0o644)
    damaged.write_bytes(damaged.read_bytes()[:20])
    with BlobReader(Git(str(repo.root))) as reader:
        with pytest.raises(Unreadable, match=bad) as error:
            reader.read(bad)
        assert "git fsck" in error.value.hint
        assert reader.read(good) == b"good"


@pytest.mark.parametrize(
    "script",
    [
        "exit 0",
        "read oid; echo \"$oid blob 100\"; printf 'short'",
        "read oid; printf '%s bl' \"$oid\"",
        "read oid; echo nonsense; exec sleep 60",
        'read oid; echo "$oid blob many"; exec sleep 60',
        'read oid; echo "2222222222222222222222222222222222222222 blob 1"; echo x; exec sleep 60',
    ],
)
def test_a_git_that_stops_or_lies_is_noticed_at_once(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    pretend(tmp_path, monkeypatch, script)
    began = time.monotonic()
    reader = BlobReader(Git(str(repo.root)))
    with pytest.raises(Unreadable):
        reader.read("1" * 40)
    assert time.monotonic() - began < 10


def test_a_partial_clone_says_how_to_get_the_blob_and_stays_off_the_network(repo: Repo, tmp_path: Path) -> None:
    repo.write("a.rs", "fn a() {}\n")
    commit = repo.commit()
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "partial"
    repo.git("clone", "--quiet", "--no-checkout", "--filter=blob:none", f"file://{repo.root}", str(clone))
    snapshot = commit_snapshot(Git(str(clone)), commit, "main", 100)
    assert snapshot.paths() == ("a.rs",)
    with pytest.raises(GitFailed, match="cannot be read") as error:
        snapshot.read("a.rs")
    assert "git fetch --refetch --no-filter origin" in error.value.mistakes[0].hint
    done = subprocess.run(
        ["git", "fetch", "--quiet", "--refetch", "--no-filter", "origin"], cwd=clone, check=False, capture_output=True
    )
    assert done.returncode == 0, "the command of the hint works"
    assert commit_snapshot(Git(str(clone)), commit, "main", 100).read("a.rs") == b"fn a() {}\n"
