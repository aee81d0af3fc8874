"""Work in a process of its own: whatever becomes of that, ours goes on."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from ratchet.repo.apart import done_apart


def test_what_the_work_gives_comes_back() -> None:
    assert done_apart(lambda: b"two words") == b"two words"


def test_nothing_that_the_work_does_is_seen_here() -> None:
    seen: list[int] = []

    def work() -> bytes:
        seen.append(1)
        return b"%d" % len(seen)

    assert done_apart(work) == b"1"
    assert seen == []


def _raise() -> bytes:
    raise ValueError("no")


def _crash() -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b"alive"


def _leave() -> bytes:
    sys.exit(0)


def _hang() -> bytes:
    while True:
        pass


def _eat() -> bytes:
    return b"x" * 8_000_000_000


@pytest.mark.parametrize("work", [_raise, _crash, _leave, _hang, _eat])
def test_work_that_goes_wrong_is_as_good_as_none(work: object, capfd: pytest.CaptureFixture[str]) -> None:
    assert callable(work)
    assert done_apart(work, seconds=1) is None
    assert capfd.readouterr() == ("", "")
