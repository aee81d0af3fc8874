"""The lines on which the keys of a TOML file stand, by a scan that is cheap next to parsing it."""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["Steps", "key_lines", "line_of"]

Steps = tuple[str, ...]

_KEY = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_DOTTED = rf"{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*"
# A line that starts a table or a pair; or one with a mark of a string that may go on over several lines.
_LINE = re.compile(
    rf"""^[ \t]*(?:(?P<header>\[\[?)[ \t]*(?P<table>{_DOTTED})|(?P<key>{_DOTTED})[ \t]*=)|(?P<fence>\"\"\"|''')""",
    re.MULTILINE,
)
_PART = re.compile(_KEY)
_LONGEST = 4000


def key_lines(text: str) -> Mapping[Steps, int]:
    """The line, from 1, of each key of a table or a pair; what stands in arrays and inline tables has none.

    A quote within a comment may hide the keys that follow it: they get the line of their table, never none.
    """
    found: dict[Steps, int] = {}
    table: Steps = ()
    line, start, fence = 1, 0, ""
    for match in _LINE.finditer(text):
        if mark := match["fence"]:
            fence = mark if not fence else "" if fence == mark else fence
            continue
        if fence or match.end() - match.start() > _LONGEST:
            continue
        line += text.count("\n", start, match.start())
        start = match.start()
        steps = _steps(match["table"] or match["key"])
        outer, table = (0, steps) if match["header"] else (len(table), table)
        whole = table if match["header"] else table + steps
        for length in range(outer + 1, len(whole) + 1):
            found.setdefault(whole[:length], line)
    return found


def line_of(lines: Mapping[Steps, int], steps: Steps) -> int:
    """The line of a key, or of the nearest table around it; 0 where nothing of it was found."""
    while steps and steps not in lines:
        steps = steps[:-1]
    return lines.get(steps, 0)


def _steps(dotted: str) -> Steps:
    if '"' not in dotted and "'" not in dotted:
        return tuple(part.strip() for part in dotted.split(".")) if "." in dotted else (dotted,)
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))
