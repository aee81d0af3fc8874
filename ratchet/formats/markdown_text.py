"""Markdown in which nothing that a repository says is markup, a link or a mention."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ratchet.formats.paint import inert, number
from ratchet.model.errors import Mistake

__all__ = ["MARKER", "code", "mistake_rows", "prose", "rows"]

MARKER = "<!-- ratchet -->"
"""The first line of a comment, by which whoever posts it finds the one to edit."""

# Only plain words stand as they are. `@name`, `#12`, `GH-12`, a hash, a URL or `*` would become something else, with a
# backslash before it as well: mentions and references are looked for in what Markdown was turned into.
_WORD = re.compile(r"[(\"“]?(?:[^\W\d_]+(?:['’-][^\W\d_]+)*|\d{1,6}|\d{4}-\d\d-\d\d)[.,;:?)\"”]*|[.,;:?)(+→–…−]+")
_ROOM = 10_000
_TICKS = re.compile("`+")


def code(text: str) -> str:
    """The text as a code span, whatever it is: in one, neither markup nor mentions count."""
    shown = re.sub(r"\\\|", r"\\\\x7c", inert(text))  # in a table `\|` is a pipe, and `\\|` ends the cell
    ticks = "`" * (1 + max((len(run) for run in _TICKS.findall(shown)), default=0))
    blank = " " if shown[:1] in ("`", " ", "") or shown[-1:] in ("`", " ") else ""
    return f"{ticks}{blank}{shown.replace('|', chr(92) + '|')}{blank}{ticks}"


def prose(text: str) -> str:
    """The text with all that is no plain word in code spans, and its own code spans kept."""
    pieces: list[str] = []
    for index, part in enumerate(re.split("`([^`]*)`", inert(" ".join(text.split())))):
        pieces += _plain(part) if index % 2 == 0 else [code(part)] if part else []
    # Never without a blank between two code spans: their ticks would become one fence.
    return re.sub(r" (?=[.,;:?)]+(?: |$))", "", " ".join(pieces))


def _plain(part: str) -> Iterator[str]:
    for word in part.split():
        if _WORD.fullmatch(word):
            yield word
        else:
            inside = word.rstrip(".,;:)")
            opening = "(" if inside.startswith("(") and len(inside) > 1 else ""
            yield f"{opening}{code(inside.removeprefix(opening))}{word[len(inside) :]}"


def rows(head: str, lines: Sequence[str], room: int) -> list[str]:
    """A table with as many rows as there is room for, and how many more there are; nothing without rows."""
    if not lines:
        return []
    columns = head.count("|") - 1
    shown: list[str] = []
    for line in lines:
        room -= len(line)
        if room < 0:
            break
        shown.append(line)
    more = (
        [f"| … and {number(len(lines) - len(shown))} more |{' |' * (columns - 1)}"] if len(shown) < len(lines) else []
    )
    return [head, "|" + "---|" * columns, *shown, *more, ""]


def mistake_rows(mistakes: Sequence[Mistake]) -> list[str]:
    """Where each stands, what is wrong, and what to do about it."""
    return rows("| cannot judge | |", [_mistake(each) for each in mistakes], _ROOM)


def _mistake(mistake: Mistake) -> str:
    hint = f" ({prose(mistake.hint)})" if mistake.hint else ""
    return f"| {code(str(mistake.place)) if mistake.place else ''} | {prose(mistake.message)}{hint} |"
