"""One writer at a time, and a killed one stops nobody."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ratchet.model.errors import RatchetError
from ratchet.repo.lock import LOCK, only_writer

HOST = os.uname().nodename


WRITER = """
import os, sys, time
from ratchet.model.errors import RatchetError
from ratchet.repo.lock import only_writer

sys.stdin.read()
try:
    with only_writer(sys.argv[1]):
        os.mkdir(sys.argv[1] + "/inside")
        time.sleep(0.05)
        os.rmdir(sys.argv[1] + "/inside")
    print("wrote")
except RatchetError:
    print("refused")
"""


def gone_pid() -> int:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    return child.pid


def test_a_second_writer_is_refused_and_told_what_to_do(tmp_path: Path) -> None:
    with only_writer(str(tmp_path)):
        assert (tmp_path / LOCK).read_text() == f"{os.getpid()} {HOST}\n"
        with pytest.raises(RatchetError, match="another ratchet is writing") as error, only_writer(str(tmp_path)):
            pass
        assert f"rm {tmp_path / LOCK}" in error.value.mistakes[0].hint
        assert (tmp_path / LOCK).exists()
    assert not (tmp_path / LOCK).exists()


def test_the_lock_is_released_when_the_writer_fails(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), only_writer(str(tmp_path)):
        _ = 1 / 0
    assert not (tmp_path / LOCK).exists()


def test_the_lock_of_a_process_that_is_gone_is_stale(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_text(f"{gone_pid()} {HOST}\n")
    with only_writer(str(tmp_path)):
        assert (tmp_path / LOCK).read_text().startswith(f"{os.getpid()} ")


@pytest.mark.parametrize("content", [f"{os.getppid()} {HOST}\n", f"{2**22} elsewhere\n", ""])
def test_a_lock_that_may_be_held_is_respected(tmp_path: Path, content: str) -> None:
    (tmp_path / LOCK).write_text(content)
    with pytest.raises(RatchetError, match="another ratchet"), only_writer(str(tmp_path)):
        pass
    assert (tmp_path / LOCK).read_text() == content


def test_an_old_lock_without_a_pid_is_stale(tmp_path: Path) -> None:
    (tmp_path / LOCK).touch()
    os.utime(tmp_path / LOCK, (time.time() - 120, time.time() - 120))
    with only_writer(str(tmp_path)):
        pass


def test_a_lock_that_is_a_symlink_or_fifo_is_neither_followed_nor_waited_for(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text(f"{gone_pid()} {HOST}\n")
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / LOCK).symlink_to(outside)
    (tmp_path / "b").mkdir()
    os.mkfifo(tmp_path / "b" / LOCK)
    for name in "ab":
        with pytest.raises(RatchetError, match="another ratchet"), only_writer(str(tmp_path / name)):
            pass
    assert outside.exists()


def test_of_many_that_find_a_stale_lock_one_writes_at_a_time(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_text(f"{gone_pid()} {HOST}\n")
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    writers = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.close()
        writer.stdin = None
    said = [writer.communicate()[0].strip() for writer in writers]
    assert set(said) <= {"wrote", "refused"}
    assert "wrote" in said
    assert not (tmp_path / LOCK).exists()
