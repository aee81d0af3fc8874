"""The lines on which the keys of a TOML file stand, by a scan that is cheap next to parsing it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Steps", "key_lines", "line_of"]

Steps = tuple[str, ...]

_KEY = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_DOTTED = rf"{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*"
_LINE = re.compile(rf"""[ \t]*(?:(\[\[?)[ \t]*({_DOTTED})|({_DOTTED})[ \t]*=)""")
_PART = re.compile(_KEY)
_FENCES = re.compile(r"""\"{3}|'{3}""")
_LONGEST = 4000


def key_lines(text: str) -> Mapping[Steps, int]:
    """The line, from 1, of each key of a table or a pair; what stands in arrays and inline tables has none.

    A quote within a comment may hide the keys that follow it: they get the line of their table, never none.
    """
    found: dict[Steps, int] = {}
    table: Steps = ()
    lines = text.split("\n")
    for number, line in enumerate(_without_blocks(lines) if _FENCES.search(text) else lines, 1):
        match = _LINE.match(line, 0, _LONGEST)
        if match is None:
            continue
        header, named, key = match.groups()
        if header:
            table = whole = _steps(named)
        else:
            whole = table + _steps(key)
        for length in range(1 if header else len(table) + 1, len(whole) + 1):
            found.setdefault(whole[:length], number)
    return found


def _without_blocks(lines: Iterable[str]) -> Iterator[str]:
    """The lines, those that begin within a string of several lines as empty ones."""
    fence = ""
    for line in lines:
        yield "" if fence else line
        for mark in _FENCES.findall(line):
            fence = mark if not fence else "" if fence == mark else fence


def line_of(lines: Mapping[Steps, int], steps: Steps) -> int:
    """The line of a key, or of the nearest table around it; 0 where nothing of it was found."""
    while steps and steps not in lines:
        steps = steps[:-1]
    return lines.get(steps, 0)


def _steps(dotted: str) -> Steps:
    if '"' not in dotted and "'" not in dotted:
        return tuple(part.strip() for part in dotted.split(".")) if "." in dotted else (dotted,)
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))
