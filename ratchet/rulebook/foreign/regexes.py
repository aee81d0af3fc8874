"""Regular expressions on paths into globs, as far as globs can say the same."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ratchet.model.value import frozen
from ratchet.rulebook.foreign.regex_reader import END, START, NoGlob, Reader

__all__ = ["Globs", "NoGlob", "globs"]


@frozen
class Globs:
    """Paths that any of `chosen` matches and none of `left_out`; `groups` are those of the whole expression."""

    chosen: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    groups: tuple[tuple[int, str], ...] = ()


def globs(expression: str, groups: Mapping[int, str] | None = None) -> tuple[Globs, ...]:
    """The globs of an expression that may stand anywhere in a path, by what its groups stand for.

    `groups` are those of another expression, which `$1` speaks of; without, a group for one part of a path becomes a
    capture, so that another expression can speak of it.
    """
    filled = re.sub(r"\$(\d)", lambda hit: _filled(int(hit[1]), groups or {}), expression)
    reader = Reader(filled, groups is None)
    ways = reader.alternatives()
    if reader.at < len(filled):
        raise NoGlob("a bracket is closed that was not opened")
    found: dict[tuple[tuple[int, str], ...], tuple[list[str], list[str]]] = {}
    for way in ways:
        chosen, left_out = found.setdefault(way.groups, ([], []))
        chosen += [glob for glob in _finished(way.glob) if glob not in chosen]
        refused = [glob for each in way.refused for glob in _finished(each)]
        left_out += [glob for glob in (*refused, *_further(way.glob)) if glob not in left_out]
    return tuple(Globs(tuple(chosen), tuple(left), key) for key, (chosen, left) in found.items())


def _filled(number: int, groups: Mapping[int, str]) -> str:
    """What `$1` stands for; a capture is kept as it is, text is quoted."""
    if number not in groups:
        raise NoGlob(f"`${number}` speaks of a group that is not there")
    parts = re.split(r"(\{g\d\})", groups[number])
    return "".join(each if each.startswith("{g") else re.sub(r"([.\[\]()|?+*^$\\])", r"\\\1", each) for each in parts)


def _finished(glob: str) -> list[str]:
    """The glob for the whole path: what is not tied to an end may have anything before or after it."""
    if START in glob.lstrip(START) or END in glob.rstrip(END):
        return []  # nothing stands before the start or after the end
    full = glob.lstrip(START) if glob.startswith(START) else f"**{glob}"
    full = full.rstrip(END) if full.endswith((END, "}")) else f"{full}**"
    full = re.sub(r"\*{3,}", "**", full)
    # A directory by its name means all below it; one by a wildcard could be a file of that name.
    return [re.sub(r"(?:^|(?<=/))([^/*?\[{]+)/\*\*$", r"\1", full)]


def _further(glob: str) -> list[str]:
    """A selector means what is below too: what ends in any name must leave that out."""
    last = glob.rpartition("/")[2]
    if not glob.endswith(END) or "." in last or not re.search(r"[*?{]", last):
        return []
    return [f"{each}/*" for each in _finished(glob)]
