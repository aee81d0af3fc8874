"""What a command should print against what it printed: `...` stands for any lines, `…` for any text in a line."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

__all__ = ["difference", "matches", "renewed", "transcript"]

ANY_LINES, ANY_TEXT = "...", "…"
EXIT = re.compile(r"\[exit \d+\]")
SWALLOW = 0.1  # lines that `...` hides: cheap, but not cheaper than to see that a line has changed


def transcript(output: str, code: int) -> tuple[str, ...]:
    """The lines a reader should see: without white space at the ends, and with the exit code unless it is 0."""
    lines = [line.rstrip() for line in output.rstrip().split("\n")] if output.strip() else []
    return (*lines, f"[exit {code}]") if code else tuple(lines)


def matches(expected: Sequence[str], actual: Sequence[str]) -> bool:
    """Does the output fit? The exit code is never among the lines that `...` stands for."""
    if _exit(expected) != _exit(actual):
        return False
    pattern = "".join(r"(?:.*\n)*" if line.strip() == ANY_LINES else _pattern(line) + r"\n" for line in expected)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in actual)) is not None


def difference(expected: Sequence[str], actual: Sequence[str]) -> str:
    """A unified diff that leaves out what the wildcards already cover."""
    return "\n".join(difflib.unified_diff(expected, renewed(expected, actual), "expected", "actual", lineterm="", n=10))


def renewed(expected: Sequence[str], actual: Sequence[str]) -> tuple[str, ...]:
    """The expectation that fits the output and keeps each line, with its wildcards, that still does."""
    if matches(expected, actual):
        return tuple(expected)
    best = _alignment(expected, actual)
    lines: list[str] = []
    at = (0, 0)
    while at != (len(expected), len(actual)):
        step = best[at]
        lines.extend(step.lines)
        at = step.next
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class _Step:
    """From one point of the alignment to the next: the price of all that follows, and the lines to write here."""

    price: float
    next: tuple[int, int]
    lines: tuple[str, ...] = ()


def _alignment(expected: Sequence[str], actual: Sequence[str]) -> dict[tuple[int, int], _Step]:
    """The cheapest way from each point: (i, j) stands before expected[i] and actual[j]."""
    end = (len(expected), len(actual))
    best = {end: _Step(0.0, end)}
    for i in range(end[0], -1, -1):
        for j in range(end[1], -1, -1):
            if (i, j) != end:
                steps = [
                    replace(step, price=step.price + best[step.next].price) for step in _steps(expected, actual, i, j)
                ]
                best[i, j] = min(steps, key=lambda step: step.price)
    return best


def _steps(expected: Sequence[str], actual: Sequence[str], i: int, j: int) -> Iterator[_Step]:
    wanted, printed = expected[i : i + 1], actual[j : j + 1]
    wild = bool(wanted) and wanted[0].strip() == ANY_LINES
    if wanted and printed and not wild:
        fits = re.fullmatch(_pattern(wanted[0]), printed[0]) is not None
        yield _Step(0, (i + 1, j + 1), (wanted[0],)) if fits else _Step(1, (i + 1, j + 1), (printed[0],))
    if wild and printed and not EXIT.fullmatch(printed[0]):
        yield _Step(SWALLOW, (i, j + 1))
    if wanted:
        yield _Step(0, (i + 1, j), (wanted[0],)) if wild else _Step(1, (i + 1, j))
    if printed:
        yield _Step(1, (i, j + 1), (printed[0],))


def _pattern(line: str) -> str:
    return ".*".join(re.escape(part) for part in line.rstrip().split(ANY_TEXT))


def _exit(lines: Sequence[str]) -> str:
    return lines[-1].strip() if lines and EXIT.fullmatch(lines[-1].strip()) else ""
