"""Which directories the `members` of a workspace name."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import takewhile

from ratchet.graphs.cargo.paths import landed

__all__ = ["GLOB_MARKS", "expanded", "fits"]

GLOB_MARKS = frozenset("*?[")


def expanded(directory: str, patterns: Iterable[str], known: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    """Each pattern with the directories it means: itself, or those of the known, sorted ones that a glob matches.

    A pattern that leads out of the repository comes with None; a glob that matches nothing does not come.
    """
    for pattern in patterns:
        found = landed(directory, pattern)
        if found is None or GLOB_MARKS.isdisjoint(found):
            yield pattern, found
            continue
        wanted = found.split("/")
        yield from ((pattern, each) for each in _below(_literal(wanted), known) if fits(wanted, each.split("/")))


def _literal(wanted: list[str]) -> str:
    """The directory before the first part that has a mark of a glob."""
    return "/".join(takewhile(GLOB_MARKS.isdisjoint, wanted))


def _below(directory: str, known: Sequence[str]) -> Sequence[str]:
    """Those of the sorted directories that lie below one; `0` is the character after `/`."""
    if not directory:
        return known
    return known[bisect_left(known, f"{directory}/") : bisect_left(known, f"{directory}0")]


def fits(wanted: list[str], has: list[str]) -> bool:
    """Whether the parts of a path fit those of a pattern, of which `**` stands for any number."""
    if "**" not in wanted:
        return len(wanted) == len(has) and all(map(fnmatchcase, has, wanted))
    ends = {0}  # how many parts of the pattern are used up after each part of the path, in every possible way
    for part in has:
        ends = {after for end in _closed(ends, wanted) for after in _steps(end, part, wanted)}
    return len(wanted) in _closed(ends, wanted)


def _closed(ends: Iterable[int], wanted: list[str]) -> set[int]:
    """The same, with each `**` that may stand for nothing passed over."""
    found = set(ends)
    for end in range(len(wanted)):
        if end in found and wanted[end] == "**":
            found.add(end + 1)
    return found


def _steps(end: int, part: str, wanted: list[str]) -> Iterator[int]:
    if end == len(wanted):
        return
    if wanted[end] == "**":
        yield end
    elif fnmatchcase(part, wanted[end]):
        yield end + 1
