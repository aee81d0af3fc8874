"""Cyclic garbage in a run that soon ends: there is hardly any, and to look for it took a fifth of the time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["seldom_collected"]

_SELDOM = (1_000_000, 50, 100)
"""Not never: trees may be of any size. What is found in forty thousand files is less than that."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Let objects pile up before cycles are looked for; what has no cycle goes at once, as ever."""
    before = gc.get_threshold()
    gc.set_threshold(*_SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
