"""After any crash a file is the old one or the new one, byte for byte."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from ratchet.model.errors import RatchetError
from ratchet.repo.atomic import remove_strays, replace_file
from tests.repository import Repo

WRITER = "import sys; from ratchet.repo.atomic import replace_file; "


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def run(code: str, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WRITER + code, *args], capture_output=True, text=True, check=False)


def test_a_file_is_made_and_then_replaced(tmp_path: Path) -> None:
    target = tmp_path / "files.toml"
    assert replace_file(str(target), b"one")
    assert replace_file(str(target), b"two")
    assert target.read_bytes() == b"two"
    assert names(tmp_path) == ["files.toml"]


def test_equal_bytes_are_not_written_again(tmp_path: Path) -> None:
    target = tmp_path / "files.toml"
    replace_file(str(target), b"one")
    before = target.stat()
    assert not replace_file(str(target), b"one")
    assert (target.stat().st_ino, target.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_the_mode_is_kept_and_a_new_file_follows_the_umask(tmp_path: Path) -> None:
    target = tmp_path / "files.toml"
    target.write_bytes(b"one")
    target.chmod(0o640)
    replace_file(str(target), b"two")
    assert target.stat().st_mode & 0o777 == 0o640
    beside = tmp_path / "plain"
    beside.touch()
    replace_file(str(tmp_path / "new"), b"x")
    assert (tmp_path / "new").stat().st_mode == beside.stat().st_mode


def test_nothing_is_written_through_a_symlink(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_bytes(b"precious")
    link = tmp_path / "files.toml"
    link.symlink_to(outside)
    with pytest.raises(RatchetError, match="is a symlink"):
        replace_file(str(link), b"new")
    assert outside.read_bytes() == b"precious"
    assert link.is_symlink()


def test_a_directory_and_a_fifo_are_refused(tmp_path: Path) -> None:
    (tmp_path / "directory").mkdir()
    os.mkfifo(tmp_path / "fifo")
    for name in ("directory", "fifo"):
        with pytest.raises(RatchetError, match="not a regular file"):
            replace_file(str(tmp_path / name), b"new")


def test_a_missing_directory_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(RatchetError, match=r"cannot write .*absent/files.toml.*No such file"):
        replace_file(str(tmp_path / "absent" / "files.toml"), b"new")


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "files.toml"
    target.write_bytes(b"old")
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "from ratchet.model.errors import RatchetError\n"
        "try:\n    replace_file(sys.argv[1], b'n' * 100_000)\n"
        "except RatchetError as error:\n    print(error, error.mistakes[0].hint)"
    )
    done = run(code, str(target))
    assert "File too large" in done.stdout
    assert "the old file is as it was" in done.stdout
    assert target.read_bytes() == b"old"
    assert names(tmp_path) == ["files.toml"]


def test_a_read_only_directory_leaves_the_old_file(
    open_repo: Repo, as_nobody: Callable[[], AbstractContextManager[None]]
) -> None:
    target = open_repo.write("locked/files.toml", "old")
    target.parent.chmod(0o555)
    with as_nobody(), pytest.raises(RatchetError, match="Permission denied"):
        replace_file(str(target), b"new")
    target.parent.chmod(0o755)
    assert target.read_bytes() == b"old"
    assert names(target.parent) == ["files.toml"]


FOR_EVER = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever starts the tests in the background has it ignored
n = 0
print(".", flush=True)
while True:
    n += 1
    replace_file(sys.argv[1], (b"a", b"b")[n % 2] * 300_000)
"""


def stop_while_writing(target: Path, how: signal.Signals, after: float) -> None:
    command = [sys.executable, "-c", WRITER + FOR_EVER, str(target)]
    writer = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert writer.stdout is not None
    writer.stdout.readline()
    time.sleep(after)
    writer.send_signal(how)
    writer.communicate()


def test_killed_at_any_moment_the_file_is_old_or_new(tmp_path: Path) -> None:
    target = tmp_path / "files.toml"
    versions = [letter * 300_000 for letter in (b"a", b"b")]
    target.write_bytes(versions[0])
    dice = random.Random(7)
    for _ in range(8):
        stop_while_writing(target, signal.SIGKILL, dice.uniform(0, 0.02))
        assert target.read_bytes() in versions


def test_interrupted_at_any_moment_no_temporary_file_stays(tmp_path: Path) -> None:
    target = tmp_path / "files.toml"
    dice = random.Random(7)
    for _ in range(4):
        target.write_bytes(b"old")
        stop_while_writing(target, signal.SIGINT, dice.uniform(0, 0.02))
        assert names(tmp_path) == ["files.toml"]


def test_strays_of_killed_writers_are_removed_when_they_are_old(tmp_path: Path) -> None:
    old, young, other = (tmp_path / name for name in (".ratchet-00.tmp", ".ratchet-11.tmp", "files.toml"))
    lock, link = tmp_path / ".ratchet-lock", tmp_path / ".ratchet-22.tmp"
    for path in (old, young, other, lock):
        path.write_bytes(b"x")
    link.symlink_to(other)
    for path in (old, other, lock):
        os.utime(path, (time.time() - 120, time.time() - 120))
    remove_strays(str(tmp_path))
    assert names(tmp_path) == [".ratchet-11.tmp", ".ratchet-22.tmp", ".ratchet-lock", "files.toml"]
