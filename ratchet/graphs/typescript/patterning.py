"""Patterns with one star, as `paths`, `exports` and `imports` have them, and the globs of workspaces."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

__all__ = ["best_pattern", "filled", "glob"]

_V = TypeVar("_V")
_BRACES = re.compile(r"\{([^{}]*)\}")
_MOST_ALTERNATIVES = 64


def best_pattern(patterns: Mapping[str, _V], name: str) -> tuple[_V, str] | None:
    """The entry for a name and what its star stands for: the name itself first, then the longest text before a star."""
    if name in patterns and "*" not in name:
        return patterns[name], ""
    best: tuple[int, int, str] | None = None
    for pattern in patterns:
        before, star, after = pattern.partition("*")
        fits = star and len(name) >= len(before) + len(after) and name.startswith(before) and name.endswith(after)
        if fits and (best is None or (len(before), len(pattern)) > best[:2]):
            best = (len(before), len(pattern), pattern)
    if best is None:
        return None
    before, _, after = best[2].partition("*")
    return patterns[best[2]], name[len(before) : len(name) - len(after)]


def filled(target: str, star: str) -> str:
    """A target with what the star stands for; none, if the two make a text that nobody wrote in earnest."""
    return target.replace("*", star) if len(star) * target.count("*") < 4096 else ""


def glob(pattern: str) -> Callable[[str], bool]:
    """Does a directory match? `*` within a part, `**` for any number of parts, `{a,b}`; never slow."""
    alternatives = [each.strip("/").removeprefix("./").split("/") for each in _expanded(pattern)]
    return lambda directory: any(_parts_match(parts, directory.split("/")) for parts in alternatives)


def _expanded(pattern: str) -> list[str]:
    done: list[str] = []
    waiting = [pattern]
    while waiting and len(done) + len(waiting) <= _MOST_ALTERNATIVES:
        each = waiting.pop()
        match = _BRACES.search(each)
        if match is None:
            done.append(each)
        else:
            waiting += [each[: match.start()] + word + each[match.end() :] for word in match[1].split(",")]
    return done


def _parts_match(pattern: Sequence[str], parts: Sequence[str]) -> bool:
    return _wild(pattern, parts, "**", lambda wanted, part: _wild(wanted, part, "*", lambda a, b: a in {b, "?"}))


def _wild(pattern: Sequence[str], items: Sequence[str], star: str, equal: Callable[[str, str], bool]) -> bool:
    """Greedy matching that goes back to the last star only: at worst the product of the two lengths."""
    at = item = 0
    resume: tuple[int, int] | None = None
    while item < len(items):
        if at < len(pattern) and pattern[at] == star:
            resume, at = (at + 1, item), at + 1
        elif at < len(pattern) and equal(pattern[at], items[item]):
            at, item = at + 1, item + 1
        elif resume is not None:
            at, item = resume[0], resume[1] + 1
            resume = (at, item)
        else:
            return False
    return all(each == star for each in pattern[at:])
