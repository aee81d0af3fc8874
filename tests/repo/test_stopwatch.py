"""A stopwatch charges each moment to one stage."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from ratchet.model.timings import Lap
from ratchet.repo.stopwatch import Stopwatch


def laps(stopwatch: Stopwatch) -> dict[str, Lap]:
    return {lap.stage: lap for lap in stopwatch.stop().laps}


def busy(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_a_stage_within_another_stops_its_time() -> None:
    stopwatch = Stopwatch("first")
    with stopwatch.stage("outer"):
        time.sleep(0.02)
        with stopwatch.stage("inner"):
            time.sleep(0.1)
        time.sleep(0.02)
    found = laps(stopwatch)
    assert 0.04 <= found["outer"].wall < found["inner"].wall
    assert found["inner"].wall >= 0.1


def test_a_stage_that_comes_again_goes_on_counting() -> None:
    stopwatch = Stopwatch("first")
    for _ in range(2):
        with stopwatch.stage("again"):
            time.sleep(0.02)
        stopwatch.count("again", files=2, bytes=10)
        stopwatch.reach("again", workers=2)
    again = laps(stopwatch)["again"]
    assert again.wall >= 0.04
    assert again.amounts == {"files": 4, "bytes": 20, "workers": 2}


def test_a_stage_ends_also_when_it_fails() -> None:
    stopwatch = Stopwatch("first")
    with pytest.raises(ValueError, match="no"), stopwatch.stage("inner"):
        raise ValueError("no")
    assert stopwatch.running == "first"


def test_waiting_is_on_the_clock_and_not_of_the_processors() -> None:
    stopwatch = Stopwatch("first")
    with stopwatch.stage("sleep"):
        time.sleep(0.1)
    with stopwatch.stage("work"):
        busy(0.1)
    found = laps(stopwatch)
    assert found["sleep"].cpu < 0.05 < found["work"].cpu


def test_processes_that_were_started_count_too() -> None:
    stopwatch = Stopwatch("first")
    with stopwatch.stage("child"):
        pid = os.fork()
        if pid == 0:
            busy(0.1)
            os._exit(0)
        os.waitpid(pid, 0)
    assert laps(stopwatch)["child"].cpu >= 0.09


def test_the_first_stage_begins_with_the_process() -> None:
    late = "import time; time.sleep(0.3); from ratchet.repo.stopwatch import Stopwatch"
    told = f"{late}; print(Stopwatch('first').stop().laps[0].wall)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert 0.3 <= float(done.stdout) < 30


def test_memory_is_told_in_bytes() -> None:
    timings = Stopwatch("first").stop()
    assert 10_000_000 < timings.memory < 10_000_000_000
