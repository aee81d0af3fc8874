"""Progress on stderr, for people who wait."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from ratchet.acts.bench import Bench
from ratchet.formats.timings_text import OTHER

__all__ = ["watched"]

_PATIENCE = 1.0
_BETWEEN = 0.1


@contextmanager
def watched(bench: Bench) -> Iterator[Bench]:
    """Show how far the reading is when stderr is a terminal and it takes longer than a second.

    Before it a run starts up, after it comes the report.
    """
    _turn_to(OTHER, bench)
    try:
        with _shown(bench):
            yield bench
    finally:
        _turn_to("report", bench)


def _turn_to(stage: str, bench: Bench) -> None:
    if bench.stopwatch:
        bench.stopwatch.turn_to(stage)


@contextmanager
def _shown(bench: Bench) -> Iterator[None]:
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield
        return
    started = time.monotonic()
    shown = 0.0

    def show(done: int, total: int) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - started > _PATIENCE and now - shown > _BETWEEN:
            shown = now
            sys.stderr.write(f"\r\x1b[Kreading {done:,} of {total:,} files")
            sys.stderr.flush()

    bench.progress = show
    try:
        yield
    finally:
        bench.progress = None
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
