"""Work in processes that may be killed."""

from __future__ import annotations

import faulthandler
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ratchet.repo.limits import Limits
from ratchet.repo.workers import Crew, Lost, run_jobs

_QUICK = Limits(workers=2, seconds=0.5, bytes=200_000_000)


def _work(job: str) -> str:
    match job:
        case "crash":
            faulthandler.disable()
            os.kill(os.getpid(), signal.SIGSEGV)
        case "sleep":
            time.sleep(60)
        case "spin":
            while True:
                pass
        case "eat":
            return "x" * 500_000_000
        case "exit":
            os._exit(0)
        case "raise":
            raise ValueError("a bug of ours")
    return job.upper()


def test_every_job_has_its_answer() -> None:
    jobs = [f"job {number}" for number in range(200)]
    assert dict(run_jobs(jobs, _work, _QUICK)) == {job: job.upper() for job in jobs}


@pytest.mark.parametrize("bad", ["crash", "spin", "eat", "exit"])
def test_a_hostile_job_costs_one_answer_and_never_the_run(bad: str) -> None:
    jobs = ["a", bad, "b", "c", "d"]
    answers = dict(run_jobs(jobs, _work, _QUICK))
    assert isinstance(answers.pop(bad), Lost)
    assert answers == {job: job.upper() for job in jobs if job != bad}


def test_the_seconds_of_a_job_are_those_of_the_processor() -> None:
    """A file is not hostile because the machine was busy; a job that waits for ever is still ended."""
    limits = Limits(workers=1, seconds=0.1)
    answers = dict(run_jobs([0.3, 60.0, 0.0], _doze, limits))
    assert answers == {0.3: 0.3, 60.0: Lost("took longer than 0.1 s to analyse"), 0.0: 0.0}


def _doze(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def test_a_bug_in_the_work_is_raised_where_it_was_asked_for() -> None:
    with pytest.raises(ValueError, match="a bug of ours"):
        list(run_jobs(["a", "raise"], _work, _QUICK))


def test_large_jobs_and_answers_pass_whole() -> None:
    job = "x" * 5_000_000
    assert list(run_jobs([job], _work, Limits(1, 20.0))) == [(job, job.upper())]


def test_large_jobs_are_done_one_at_a_time_each_by_a_worker_of_its_own() -> None:
    jobs = [letter * size for letter in "abc" for size in (1_000_000, 1)] + [str(number) for number in range(20)]
    done = {job: answer for job, answer in run_jobs(jobs, _timed, Limits(2, 20.0)) if not isinstance(answer, Lost)}
    assert done.keys() == set(jobs)
    large = sorted((answer for job, answer in done.items() if len(job) > 1), key=lambda each: each[1])
    large = [each for each in large if each[2] - each[1] >= 0.05]
    assert len(large) == 3 == len({pid for pid, _, _ in large})
    assert large[0][2] <= large[1][1], "one waited while there were others to do"


def _timed(job: str) -> tuple[int, float, float]:
    begun = time.monotonic()
    time.sleep(0.1 if len(job) > 1_000 else 0.02)
    return os.getpid(), begun, time.monotonic()


def test_jobs_may_begin_before_anybody_waits_for_them() -> None:
    crew = Crew(_work, Limits(workers=2, seconds=0.05))
    crew.begin(["a", "b"])
    time.sleep(0.7)  # longer than a job may take: nobody looked, so nobody is late
    assert dict(crew.run(["c", "spin"])) == {
        "a": "A", "b": "B", "c": "C", "spin": Lost("took longer than 0.05 s to analyse"),
    }  # fmt: skip


def test_more_jobs_than_can_be_in_hand_wait_for_others() -> None:
    crew, jobs = Crew(_work, _QUICK), [f"job {number}" for number in range(20)]
    crew.begin(jobs[:15])
    assert dict(crew.run(jobs[15:])) == {job: job.upper() for job in jobs}


def children() -> set[str]:
    """The processes that this one has, those that have ended and were not waited for among them."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text("ascii").split())


@pytest.mark.skipif(not Path(f"/proc/self/task/{os.getpid()}/children").exists(), reason="nobody lists processes here")
def test_who_is_dismissed_before_anybody_waits_is_gone() -> None:
    before = children()
    crew = Crew(_work, _QUICK)
    crew.begin(["sleep", "sleep"])
    assert len(children() - before) == 2
    crew.dismiss()
    assert not children() - before  # those of other tests may end meanwhile


def test_no_jobs_no_workers() -> None:
    assert list(run_jobs([], _work, _QUICK)) == []


def test_no_worker_outlives_a_killed_parent() -> None:
    script = (
        "import os, sys, time\n"
        "from ratchet.repo.limits import Limits\n"
        "from ratchet.repo.workers import run_jobs\n"
        "def work(job):\n"
        "    os.write(1, b'%d\\n' % os.getpid())\n"
        "    time.sleep(1.0)\n"
        "list(run_jobs(range(10), work, Limits(2)))\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    workers = {int(parent.stdout.readline()) for _ in range(2)}
    parent.kill()
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 10
    while any(_alive(pid) for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not [pid for pid in workers if _alive(pid)]


def test_who_has_many_files_to_read_does_not_outlive_a_killed_parent(tmp_path: Path) -> None:
    """They are handed out many at a time, so that the first job may take long."""
    for number in range(40):
        (tmp_path / f"m{number}.rs").write_text("fn a() { x" + ".y().unwrap()" * 3000 + "; }\n")
    script = (
        "import sys\n"
        "from ratchet.acts.bench import Bench\n"
        "from ratchet.acts.measuring import measure\n"
        "from ratchet.repo.limits import Limits\n"
        "from ratchet.repo.worktree import directory_snapshot\n"
        "from tests.counting import shipped_policy\n"
        "print('begun', flush=True)\n"
        "measure(directory_snapshot(sys.argv[1], 10**6), shipped_policy(), Bench(limits=Limits(1)))\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    assert parent.stdout.readline()
    children = Path(f"/proc/{parent.pid}/task/{parent.pid}/children")
    deadline = time.monotonic() + 20
    while not (workers := [int(pid) for pid in children.read_text("ascii").split()]) and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(0.3)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert workers
    time.sleep(0.3)
    assert not [pid for pid in workers if _alive(pid)]


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
