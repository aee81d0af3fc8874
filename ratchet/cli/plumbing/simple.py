"""Questions that need no machinery of commands: a `check` for people, with the few options that most give."""

from __future__ import annotations

import os
from datetime import date

from ratchet.cli.plumbing.expiry import expiry
from ratchet.cli.plumbing.terminal import as_bytes, for_people, paint_for
from ratchet.formats.check.text import render
from ratchet.formats.style import Style
from ratchet.model.verdict import Verdict
from ratchet.quick.answers import Answer
from ratchet.quick.question import Question

__all__ = ["is_simple", "printed"]

_SIMPLE = frozenset({"--staged", "--base", "--color"})


def is_simple(asked: Question) -> bool:
    """Whether nothing is asked but the verdict, as text."""
    return asked.options.keys() <= _SIMPLE and not os.environ.get("RATCHET_SIGNOFF")


def printed(asked: Question, verdict: Verdict, day: date) -> Answer:
    """The verdict as a command would print it."""
    paint = paint_for(asked.options.get("--color", "auto"))
    text = for_people(render(verdict, Style(paint=paint, expires=expiry(day))), paint)
    return Answer(verdict.exit_code, as_bytes(text))
