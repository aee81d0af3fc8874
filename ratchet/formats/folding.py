"""Long lines of a report folded to the width of a terminal, between words, so that nothing is lost or torn."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ratchet.formats.cells import cells

__all__ = ["folded"]

_NARROWEST = 40
_COLOUR = r"(?:\x1b\[[0-9;]*m)*"
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_JOINS = rf"{_COLOUR}(?:in|\(?(?:from|to)|~|✗|→|->|--[a-z-]+)\s+"
"""What says nothing without the word that follows."""
_NUMBERS = rf"\d+ → \d+(?:\s+{_COLOUR}[+-]\d+)?"
_WORDS = re.compile(rf"\s*(?:{_JOINS})?(?:{_NUMBERS}|\S+)")
_ARGUMENTS = re.compile(rf"\s*(?:{_JOINS})?(?:\"[^\"]*\"|'[^']*'|[^\s\"']|[\"'])+")
"""The words of a command; what is in quotes is one."""
_COMMAND = re.compile(r"(?<=:) ratchet (?=\w)")
_PREFIX = re.compile(rf"(?:\x1b\[[0-9;]*m|[\s│├└─])*(?:(?:=|-->|·|[-+<>~✗]){_COLOUR}\s+)?")
_GOES_ON = str.maketrans("├└─", "│  ")


def folded(text: str, columns: int) -> str:
    """The text with every line that is too long in several, the others below the beginning of its words.

    A command at the end of a line is folded with the sign by which a shell reads on, so that it can still be copied.
    """
    if columns < _NARROWEST:
        return text
    return "\n".join(part for line in text.split("\n") for part in _folded(line, columns))


def _folded(line: str, columns: int) -> Iterator[str]:
    if _room(line) <= columns:
        yield line
        return
    prefix = _prefix(line)
    row, is_empty = "", True
    for word, breaks, needs in _words(line):
        if not is_empty and _room(row) + _room(word) + needs > columns:
            yield row + breaks
            row = prefix + word.lstrip()
        else:
            row += word
        is_empty = False
    yield row


def _words(line: str) -> Iterator[tuple[str, str, int]]:
    """Each word with the blanks before it, what ends the line when it is broken here, and the room to keep for that."""
    command = _COMMAND.search(line)
    begin = command.start() if command else len(line)
    yield from ((match.group(), "", 0) for match in _WORDS.finditer(line, 0, begin))
    words = list(_ARGUMENTS.finditer(line, begin))
    for match in words:
        # A command as a whole may go to the next line; only between its own words a shell has to read on.
        breaks = " \\" if match is not words[0] else ""
        yield match.group(), breaks, 0 if match is words[-1] else 2


def _prefix(line: str) -> str:
    """What stands before the words of the lines that follow: blanks, and the trunk of a tree; nothing in prose."""
    found = _PREFIX.match(line)
    lead = _COLOURS.sub("", found.group()) if found else ""
    if not lead:
        return "" if _COLOURS.sub("", line)[:1].isupper() else "  "
    return re.sub(r"[^│\s]", " ", lead.translate(_GOES_ON))


def _room(text: str) -> int:
    return cells(_COLOURS.sub("", text))
