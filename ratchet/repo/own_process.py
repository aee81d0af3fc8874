"""A process of its own for questions: nothing that happens there can stop the program that asks."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import ParamSpec, TypeVar

__all__ = ["OwnProcess"]

P = ParamSpec("P")
T = TypeVar("T")


class OwnProcess:
    """One worker that answers one question after another; a new one takes the place of one that died."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def ask(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """The answer to come."""
        if self._pool is None:
            self._pool = self._new()
        try:
            return self._pool.submit(question, *args, **kwargs)
        except BrokenProcessPool:
            self._pool = self._new()
            return self._pool.submit(question, *args, **kwargs)

    def stop(self) -> None:
        """Let the worker go."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _new(self) -> ProcessPoolExecutor:
        # Not forked: the program that asks has threads, and what they hold would be held for ever.
        return ProcessPoolExecutor(1, get_context("spawn"))
