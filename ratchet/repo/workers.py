"""Work in processes that may be killed: one hostile file costs one answer, never the run.

A parse cannot be cancelled from within, and the pools of the standard library lose or hang on the work of a crashed
process; so each worker is forked here, fed over a pipe one job at a time, and replaced when it dies or takes too long.
"""

from __future__ import annotations

import os
import pickle  # only between a process and its own fork
import selectors
import signal
import time
from collections.abc import Callable, Iterable, Iterator

from ratchet.model.static import Generic, TypeVar
from ratchet.model.value import frozen, mutable
from ratchet.repo.pipes import receive_bytes, send_bytes

__all__ = ["MOST_WORKERS", "Limits", "Lost", "can_fork", "default_limits", "run_jobs"]

MOST_WORKERS = 64

J = TypeVar("J")
R = TypeVar("R")


@frozen
class Limits:
    """How many workers, how many seconds a job may take, and how much memory a worker may add."""

    workers: int
    seconds: float = 10.0
    bytes: int = 2_000_000_000


@frozen
class Lost:
    """A job without an answer, and why."""

    reason: str


@mutable
class _Worker(Generic[J]):
    """A child process, the pipe to it, the pipe from it, and the job it has in hand."""

    pid: int
    send: int
    receive: int
    job: tuple[int, J] | None = None
    deadline: float = 0.0


def default_limits(workers: int | None = None) -> Limits:
    """A worker for each processor this process may use, up to eight, unless it is said how many."""
    if workers:
        return Limits(min(MOST_WORKERS, workers))
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Limits(min(8, processors))


def can_fork() -> bool:
    """Elsewhere the work is done in this process, without a deadline."""
    return hasattr(os, "fork")


def run_jobs(jobs: Iterable[J], work: Callable[[J], R], limits: Limits) -> Iterator[tuple[J, R | Lost]]:
    """Each job with its answer, as they come; a job whose worker dies is tried once more."""
    return _Crew(jobs, work, limits).run()


class _Crew(Generic[J, R]):
    """The workers of one run; no worker outlives it."""

    def __init__(self, jobs: Iterable[J], work: Callable[[J], R], limits: Limits) -> None:
        self._jobs = enumerate(jobs)
        self._again: list[tuple[int, J]] = []
        self._tried: set[int] = set()
        self._work = work
        self._limits = limits
        self._selector = selectors.DefaultSelector()
        self._workers: list[_Worker[J]] = []

    def run(self) -> Iterator[tuple[J, R | Lost]]:
        try:
            while self._hand_out() or any(worker.job for worker in self._workers):
                yield from self._collect()
        finally:
            for worker in list(self._workers):
                self._dismiss(worker)
            self._selector.close()

    def _hand_out(self) -> bool:
        """Give a job to every idle worker; hire up to the limit. False when there was nothing to give."""
        given = False
        while idle := self._idle():
            job = self._next_job()
            if job is None:
                break
            worker = idle if isinstance(idle, _Worker) else self._hire()
            worker.job, worker.deadline = job, time.monotonic() + self._limits.seconds
            given = True
            try:
                send_bytes(worker.send, pickle.dumps(job[1]))
            except OSError:  # it died while idle; collecting will notice
                worker.deadline = 0.0
        return given

    def _idle(self) -> _Worker[J] | bool:
        """An idle worker, or whether one may be hired."""
        return next((worker for worker in self._workers if not worker.job), len(self._workers) < self._limits.workers)

    def _next_job(self) -> tuple[int, J] | None:
        job = next(self._jobs, None)
        return job if job is not None else self._again.pop() if self._again else None

    def _collect(self) -> Iterator[tuple[J, R | Lost]]:
        """Wait for answers or for the next deadline."""
        busy = [worker for worker in self._workers if worker.job]
        patience = max(0.0, min(worker.deadline for worker in busy) - time.monotonic())
        for key, _ in self._selector.select(patience):
            yield from self._answer(key.data)
        for worker in busy:
            if worker.job and worker in self._workers and time.monotonic() >= worker.deadline:
                self._tried.add(worker.job[0])  # once is enough: the second time would take as long
                yield from self._lose(worker, f"took longer than {self._limits.seconds:g} s to analyse")

    def _answer(self, worker: _Worker[J]) -> Iterator[tuple[J, R | Lost]]:
        packed = receive_bytes(worker.receive, worker.deadline)
        if packed is None:
            yield from self._lose(worker, "the parser crashed or ran out of memory")
            return
        job, worker.job = worker.job, None
        answer = pickle.loads(packed)  # noqa: S301 - written by our own fork
        if isinstance(answer, BaseException):
            raise answer
        if job is not None:
            yield job[1], answer

    def _lose(self, worker: _Worker[J], reason: str) -> Iterator[tuple[J, R | Lost]]:
        job = worker.job
        self._dismiss(worker)
        if job is None:
            return
        if job[0] in self._tried:
            yield job[1], Lost(reason)
        else:
            self._tried.add(job[0])
            self._again.append(job)

    def _hire(self) -> _Worker[J]:
        to_child, from_parent = os.pipe()
        to_parent, from_child = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(from_parent)
            os.close(to_parent)
            for other in self._workers:
                os.close(other.send)
                os.close(other.receive)
            _serve(to_child, from_child, self._work, self._limits)
        os.close(to_child)
        os.close(from_child)
        worker: _Worker[J] = _Worker(pid, from_parent, to_parent)
        self._workers.append(worker)
        self._selector.register(to_parent, selectors.EVENT_READ, worker)
        return worker

    def _dismiss(self, worker: _Worker[J]) -> None:
        self._workers.remove(worker)
        self._selector.unregister(worker.receive)
        os.close(worker.send)
        os.close(worker.receive)
        os.kill(worker.pid, signal.SIGKILL)
        os.waitpid(worker.pid, 0)


def _serve(receive: int, send: int, work: Callable[[J], R], limits: Limits) -> None:
    """The life of a worker: it never returns, and ends when the pipe to it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides; closing the pipe ends the worker
    _cap_memory(limits.bytes)
    served = 0
    try:
        while (packed := receive_bytes(receive, None)) is not None:
            if served == 1:
                _die_with_parent()  # to know how takes longer than most files: a run of one file does without
            served += 1
            try:
                answer: object = work(pickle.loads(packed))  # noqa: S301 - written by our own parent
            except MemoryError:
                os._exit(1)  # as if the parser had crashed: the parent says so of this file alone
            except Exception as error:  # noqa: BLE001 - a bug in the work is raised in the parent
                answer = error
            send_bytes(send, pickle.dumps(answer))
    finally:
        os._exit(0)


def _die_with_parent() -> None:
    """A worker in the middle of a parse does not see its pipe close; on Linux the kernel can end it."""
    try:
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    except (ImportError, OSError, AttributeError):
        return  # elsewhere it ends after the file in hand


def _cap_memory(extra: int) -> None:
    try:
        import resource

        with open("/proc/self/statm", "rb") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + extra, used + extra))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, OSError, ValueError):
        return  # the deadline still holds
