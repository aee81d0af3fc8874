"""A process of its own for what may be hostile: whatever becomes of it, ours goes on, and it is never left behind."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ratchet.repo.reader import Reader


def asked(work: Callable[[bytes], bytes], request: bytes = b"a word", seconds: int = 10) -> bytes | None:
    return Reader(lambda: work, seconds).ask(request)


def test_what_the_work_gives_comes_back() -> None:
    assert asked(bytes.upper) == b"A WORD"


def test_more_than_a_pipe_holds_goes_there_and_comes_back() -> None:
    long = bytes(range(256)) * 8_000
    assert asked(lambda request: request[::-1], long) == long[::-1]


def test_nothing_that_the_work_does_is_seen_here() -> None:
    seen: list[bytes] = []

    def work(request: bytes) -> bytes:
        seen.append(request)
        return b"%d" % len(seen)

    assert asked(work) == b"1"
    assert seen == []


def begun(tmp_path: Path) -> tuple[Reader, int]:
    """A reader that has got ready, and its process."""

    def load() -> Callable[[bytes], bytes]:
        tmp_path.joinpath("process").write_text(str(os.getpid()))
        tmp_path.joinpath("ready").touch()
        return bytes.upper

    reader = Reader(load)
    reader.begin()
    until = time.monotonic() + 10
    while not tmp_path.joinpath("ready").exists() and time.monotonic() < until:
        time.sleep(0.001)
    return reader, int(tmp_path.joinpath("process").read_text())


def test_it_gets_ready_before_it_is_asked(tmp_path: Path) -> None:
    reader, _ = begun(tmp_path)
    reader.begin()  # it has begun
    assert reader.ask(b"now") == b"NOW"


def test_it_ends_when_nothing_is_to_be_read(tmp_path: Path) -> None:
    reader, process = begun(tmp_path)
    reader.dismiss()
    reader.dismiss()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_it_ends_with_whoever_started_it(tmp_path: Path) -> None:
    def wait(request: bytes) -> bytes:
        tmp_path.joinpath("told").write_bytes(b"[" + request + b"]")
        return b""

    parent = os.fork()
    if not parent:
        Reader(lambda: wait).begin()
        os._exit(0)
    os.waitpid(parent, 0)
    told, until = tmp_path / "told", time.monotonic() + 10
    while not (told.exists() and told.read_bytes()) and time.monotonic() < until:
        time.sleep(0.001)
    assert told.read_bytes() == b"[]", "it does not wait for ever"


def _raise(_request: bytes) -> bytes:
    raise ValueError("no")


def _crash(_request: bytes) -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b"alive"


def _leave(_request: bytes) -> bytes:
    sys.exit(0)


def _hang(_request: bytes) -> bytes:
    while True:
        pass


def _eat(_request: bytes) -> bytes:
    time.sleep(0.5)  # as long as it takes to be held to limits, and much longer
    return b"x" * 8_000_000_000


@pytest.mark.parametrize("work", [_raise, _crash, _leave, _hang, _eat])
def test_work_that_goes_wrong_is_as_good_as_none(
    work: Callable[[bytes], bytes], capfd: pytest.CaptureFixture[str]
) -> None:
    assert asked(work, seconds=1) is None
    assert capfd.readouterr() == ("", "")


def test_one_that_ends_before_it_is_asked_is_as_good_as_none() -> None:
    def load() -> Callable[[bytes], bytes]:
        os._exit(0)

    reader = Reader(load)
    reader.begin()
    time.sleep(0.1)
    assert reader.ask(b"x" * 1_000_000) is None


def test_where_it_cannot_be_held_to_limits_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ratchet.repo.reader._memory_of", lambda process: f"/nowhere/{process}")
    assert asked(bytes.upper) is None
