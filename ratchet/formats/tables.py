"""Columns that line up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ratchet.formats.cells import cells, clipped, padded
from ratchet.formats.paint import Paint

__all__ = ["column_of", "table"]

_NARROWEST = 16
_OTHER = re.compile(r"(?:crate|mod|ext|std|path):|.* -> |\.$")


def table(head: Sequence[str], rows: Sequence[Sequence[str]], right: str, paint: Paint) -> list[str]:
    """A head and rows; `right` says per column `l` or `r`."""
    if not rows:
        return []
    rows = _fitting(head, rows, paint) if paint.terminal else rows
    widths = _widths(head, rows)
    return [paint.bold(_row(head, widths, right)), *(_row(row, widths, right) for row in rows)]


def column_of(units: Iterable[str]) -> str:
    """What the column of these units is called: files, unless one is something else."""
    return "unit" if any(_OTHER.match(unit) for unit in units) else "file"


def _widths(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(cells(row[column]) for row in (head, *rows)) for column in range(len(head))]


def _fitting(head: Sequence[str], rows: Sequence[Sequence[str]], paint: Paint) -> Sequence[Sequence[str]]:
    """The rows with as much of the end of their first column as a terminal has room for."""
    first, *others = _widths(head, rows)
    room = max(_NARROWEST, paint.columns - sum(others) - 2 * len(others))
    return [(_end(row[0], room), *row[1:]) for row in rows] if first > room else rows


def _end(text: str, width: int) -> str:
    """The end of a path tells it from others; where that costs little, whole names of it."""
    if cells(text) <= width:
        return text
    end = clipped(text[::-1], width)[:-1][::-1]
    directory, slash, rest = end.partition("/")
    return f"…/{rest}" if slash and len(directory) < len(end) // 3 else f"…{end}"


def _row(columns: Sequence[str], widths: Sequence[int], right: str) -> str:
    placed = [padded(text, width, side) for text, width, side in zip(columns, widths, right, strict=True)]
    return "  ".join(placed).rstrip()
