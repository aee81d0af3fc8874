"""The answer to a pending question, kept for the next run that asks it."""

from __future__ import annotations

import click

from ratchet.cli.plumbing.terminal import as_bytes
from ratchet.quick.answers import Answer, Relevance
from ratchet.quick.pending import Pending

__all__ = ["PENDING", "pending", "remember"]

PENDING = "ratchet.pending"
"""Where the context of a command has the question."""


def pending() -> Pending | None:
    """The question whose answer is to be kept, where there is one."""
    found = click.get_current_context().meta.get(PENDING)
    return found if isinstance(found, Pending) else None


def remember(printed: str, code: int, relevance: Relevance | None) -> None:
    """Keep what was printed, where a question is pending."""
    asked = pending()
    if asked:
        asked.keep_if_still_so(Answer(code, as_bytes(printed)), relevance)
