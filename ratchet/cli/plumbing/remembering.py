"""The answer to a pending question, kept for the next run that asks it."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from ratchet.quick.answers import Relevance
from ratchet.quick.replay import Pending

__all__ = ["PENDING", "remember"]

PENDING = "ratchet.pending"
"""Where the context of a command has the question."""


def remember(printed: str, code: int, relevance: Callable[[], Relevance | None]) -> None:
    """Keep what was printed, where a question is pending."""
    pending = click.get_current_context().meta.get(PENDING)
    if isinstance(pending, Pending) and pending.wants(code):
        encoding = sys.stdout.encoding or "utf-8"
        sys.stdout.flush()
        pending.keep(printed.encode(encoding, "backslashreplace"), code, relevance())
