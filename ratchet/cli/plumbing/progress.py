"""Progress on stderr, for people who wait."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from ratchet.acts.bench import Bench

__all__ = ["watched"]

_PATIENCE = 1.0
_BETWEEN = 0.1


@contextmanager
def watched(bench: Bench) -> Iterator[Bench]:
    """Show how far the reading is when stderr is a terminal and it takes longer than a second."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield bench
        return
    started = time.monotonic()
    shown = 0.0

    def show(done: int, total: int) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - started > _PATIENCE and now - shown > _BETWEEN:
            shown = now
            sys.stderr.write(f"\r\x1b[Kreading {done} of {total} files")
            sys.stderr.flush()

    bench.progress = show
    try:
        yield bench
    finally:
        bench.progress = None
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
