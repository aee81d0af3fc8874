"""Columns that line up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ratchet.formats.cells import cells, padded
from ratchet.formats.paint import Paint

__all__ = ["column_of", "table"]

_OTHER = re.compile(r"(?:crate|mod|ext|std|path):|.* -> |\.$")


def table(head: Sequence[str], rows: Sequence[Sequence[str]], right: str, paint: Paint) -> list[str]:
    """A head and rows; `right` says per column `l` or `r`."""
    if not rows:
        return []
    widths = [max(cells(row[column]) for row in (head, *rows)) for column in range(len(head))]
    return [paint.bold(_row(head, widths, right)), *(_row(row, widths, right) for row in rows)]


def column_of(units: Iterable[str]) -> str:
    """What the column of these units is called: files, unless one is something else."""
    return "unit" if any(_OTHER.match(unit) for unit in units) else "file"


def _row(columns: Sequence[str], widths: Sequence[int], right: str) -> str:
    placed = [padded(text, width, side) for text, width, side in zip(columns, widths, right, strict=True)]
    return "  ".join(placed).rstrip()
