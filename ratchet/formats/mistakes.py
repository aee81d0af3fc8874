"""Mistakes as a user reads them: where, what, and the next command."""

from __future__ import annotations

from collections.abc import Iterable

from ratchet.formats.paint import Paint, inert
from ratchet.model.errors import Mistake

__all__ = ["mistake_block", "mistake_lines"]


def mistake_lines(mistakes: Iterable[Mistake], word: str, paint: Paint) -> list[str]:
    """Two or three lines for each."""
    lines = []
    colour = paint.yellow if word == "warning" else paint.red
    for mistake in mistakes:
        lines.append(f"{colour(word + ':')} {paint.bold(inert(mistake.message))}")
        if mistake.place is not None:
            lines.append(f"  {paint.blue('-->')} {inert(str(mistake.place))}")
        if mistake.hint:
            lines.append(f"  {paint.green('=')} {inert(mistake.hint)}")
    return lines


def mistake_block(mistakes: Iterable[Mistake], word: str, paint: Paint) -> list[str]:
    """The same before something else, with room between them."""
    lines = mistake_lines(mistakes, word, paint)
    return [*lines, ""] if lines else []
