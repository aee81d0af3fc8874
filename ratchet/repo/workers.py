"""Work in processes that may be killed: one hostile file costs one answer, never the run.

A parse cannot be cancelled from within, and the pools of the standard library lose or hang on the work of a crashed
process; so each worker is forked here, fed over a pipe, and replaced when it dies or takes too long. It is given the
next job while it works on one, so that it need not wait; a job that was not begun is never blamed.
The seconds of a job are processor seconds: a busy machine makes no file hostile. One that only waits is ended later.
"""

from __future__ import annotations

import os
import pickle  # only between a process and its own fork
import selectors
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, count

from ratchet.model.static import Generic, TypeVar
from ratchet.model.value import field, frozen, mutable
from ratchet.repo.bounded import cap_memory, collect_seldom, die_with_parent, give_back, spend_at_most
from ratchet.repo.limits import Limits
from ratchet.repo.pipes import receive_bytes, room_in, send_bytes

__all__ = ["IN_HAND", "Crew", "Lost", "run_jobs"]

IN_HAND, _SIZEABLE, _ASIDE = 2, 100_000, 10_000_000
_PATIENCE = 12
"""How many times as long as it may work a worker may take."""
_LARGE = 700_000
"""Bytes of a job that takes more memory than all others: a parsed file takes thirty to sixty times its size."""

J = TypeVar("J")
R = TypeVar("R")
_Packed = tuple[tuple[int, J], bytes]


@frozen
class Lost:
    """A job without an answer, and why."""

    reason: str


@mutable
class _Worker(Generic[J]):
    """A child process, the pipe to it, the pipe from it, and its jobs: the one it has in hand, and the one after it.

    `room` is how large a message the pipe takes though nobody reads it, once somebody asked; `worn` says that it has,
    or had, a large job, whose memory no allocator gives back.
    """

    pid: int
    send: int
    receive: int
    room: int | None = None
    jobs: list[tuple[int, J]] = field(default_factory=list)
    deadline: float = 0.0
    worn: bool = False


def run_jobs(jobs: Iterable[J], work: Callable[[J], R], limits: Limits) -> Iterator[tuple[J, R | Lost]]:
    """Each job with its answer, as they come; a job whose worker dies is tried once more."""
    return Crew(work, limits).run(jobs)


class Crew(Generic[J, R]):
    """The workers of one run; no worker outlives it. Jobs may be handed out before anybody waits for answers."""

    def __init__(self, work: Callable[[J], R], limits: Limits) -> None:
        self._numbers = count()
        self._jobs: Iterator[tuple[int, J]] = iter(())
        self._again: list[tuple[int, J]] = []
        self._large: list[_Packed[J]] = []
        self._packed: _Packed[J] | None = None
        self._tried: set[int] = set()
        self._work = work
        self._limits = limits
        self._selector = selectors.DefaultSelector()
        self._workers: list[_Worker[J]] = []

    def begin(self, jobs: Iterable[J]) -> None:
        """Hand out some jobs, or as many of them as can be had in hand; whoever runs the crew gets the answers."""
        self._jobs = zip(self._numbers, jobs, strict=False)
        self._hand_out()

    def run(self, jobs: Iterable[J]) -> Iterator[tuple[J, R | Lost]]:
        """Each job with its answer, as they come, and those that were begun; in the end everybody is dismissed."""
        self._jobs = chain(self._jobs, zip(self._numbers, jobs, strict=False))
        for worker in self._workers:  # until now nobody looked whether it is done
            worker.deadline = self._latest()
        try:
            while self._hand_out() or any(worker.jobs for worker in self._workers):
                yield from self._collect()
        finally:
            self.dismiss()

    def dismiss(self) -> None:
        """Let no worker go on, whatever it has in hand."""
        for worker in list(self._workers):
            self._dismiss(worker)
        self._selector.close()

    def _hand_out(self) -> bool:
        """Give a job to every idle worker, then a second one to each; hire up to the limit. False without jobs."""
        given = False
        while self._can_take() and (packed := self._packed or self._next_job()):
            self._packed = None
            worker = self._taker(len(packed[1]))
            if worker is None:
                self._packed = packed
                break
            self._give(worker, *packed)
            given = True
        return given

    def _give(self, worker: _Worker[J], job: tuple[int, J], packed: bytes) -> None:
        worker.worn = len(packed) > _LARGE
        if not worker.jobs:
            worker.deadline = self._latest()
        worker.jobs.append(job)
        try:
            send_bytes(worker.send, packed)
        except OSError:  # it died while idle; collecting will notice
            worker.deadline = 0.0

    def _can_take(self) -> bool:
        """Whether anybody could be given a job, if it is small enough."""
        can = (worker for worker in self._workers if not worker.worn and len(worker.jobs) < IN_HAND)
        return len(self._workers) < self._limits.workers or any(can)

    def _taker(self, size: int) -> _Worker[J] | None:
        """An idle worker, a new one, or one whose pipe takes the job while it is busy: else we would wait for it."""
        idle = next((worker for worker in self._workers if not worker.jobs), None)
        if idle or len(self._workers) < self._limits.workers:
            return idle or self._hire()
        for worker in self._workers:
            if not worker.worn and len(worker.jobs) < IN_HAND:
                worker.room = room_in(worker.send) if worker.room is None else worker.room
                if size < min(worker.room, _LARGE):
                    return worker
        return None

    def _next_job(self) -> _Packed[J] | None:
        """The next job; a large one waits while another large one is worked on: two at once take twice the memory."""
        full = any(worker.worn for worker in self._workers)
        if self._large and not full:
            return self._large.pop(0)
        while (job := next(self._jobs, None)) or self._again:
            job = job or self._again.pop()
            packed = pickle.dumps(job[1])
            if len(packed) <= _LARGE or not full or sum(len(each) for _, each in self._large) > _ASIDE:
                return job, packed
            self._large.append((job, packed))
        return self._large.pop(0) if self._large else None

    def _collect(self) -> Iterator[tuple[J, R | Lost]]:
        """Wait for answers or for the next deadline."""
        busy = [worker for worker in self._workers if worker.jobs]
        patience = max(0.0, min(worker.deadline for worker in busy) - time.monotonic())
        for key, _ in self._selector.select(patience):
            yield from self._answer(key.data)
        for worker in busy:
            if worker.jobs and worker in self._workers and time.monotonic() >= worker.deadline:
                yield from self._lose(worker)

    def _answer(self, worker: _Worker[J]) -> Iterator[tuple[J, R | Lost]]:
        packed = receive_bytes(worker.receive, worker.deadline)
        if packed is None:
            yield from self._lose(worker)
            return
        job = worker.jobs.pop(0)
        worker.deadline = self._latest()
        answer = pickle.loads(packed)  # noqa: S301 - written by our own fork
        if isinstance(answer, BaseException):
            raise answer
        if worker.worn and not worker.jobs:
            self._dismiss(worker)
        yield job[1], answer

    def _latest(self) -> float:
        return time.monotonic() + self._limits.seconds * _PATIENCE

    def _lose(self, worker: _Worker[J]) -> Iterator[tuple[J, R | Lost]]:
        late = bool(worker.deadline) and time.monotonic() >= worker.deadline
        late |= self._dismiss(worker) == signal.SIGPROF
        if not worker.jobs:
            return
        job, *waiting = worker.jobs
        self._again += waiting
        slow = f"took longer than {self._limits.seconds:g} s to analyse"
        reason = slow if late else "the parser crashed or ran out of memory"
        if late or job[0] in self._tried:  # once is enough for a slow one: the second time would take as long
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

    def _dismiss(self, worker: _Worker[J]) -> int:
        """End a worker; by which signal it ended, which was another one if it was dead."""
        self._workers.remove(worker)
        self._selector.unregister(worker.receive)
        os.close(worker.send)
        os.close(worker.receive)
        os.kill(worker.pid, signal.SIGKILL)
        return os.WTERMSIG(os.waitpid(worker.pid, 0)[1])


def _serve(receive: int, send: int, work: Callable[[J], R], limits: Limits) -> None:
    """The life of a worker: it never returns, and ends when the pipe to it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides; closing the pipe ends the worker
    cap_memory(limits.bytes)
    collect_seldom()
    served = 0
    try:
        while (packed := receive_bytes(receive, None)) is not None:
            if served == 1:
                die_with_parent()  # to know how takes longer than most files: a run of one file does without
            served += 1
            spend_at_most(limits.seconds)
            try:
                answer: object = work(pickle.loads(packed))  # noqa: S301 - written by our own parent
            except MemoryError:
                os._exit(1)  # as if the parser had crashed: the parent says so of this file alone
            except Exception as error:  # noqa: BLE001 - a bug in the work is raised in the parent
                answer = error
            spend_at_most(0)
            send_bytes(send, pickle.dumps(answer))
            if len(packed) > _SIZEABLE:
                give_back()
    finally:
        os._exit(0)
