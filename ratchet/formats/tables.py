"""Columns that line up."""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.formats.cells import cells, padded
from ratchet.formats.paint import Paint

__all__ = ["table"]


def table(head: Sequence[str], rows: Sequence[Sequence[str]], right: str, paint: Paint) -> list[str]:
    """A head and rows; `right` says per column `l` or `r`."""
    if not rows:
        return []
    widths = [max(cells(row[column]) for row in (head, *rows)) for column in range(len(head))]
    return [paint.bold(_row(head, widths, right)), *(_row(row, widths, right) for row in rows)]


def _row(columns: Sequence[str], widths: Sequence[int], right: str) -> str:
    placed = [padded(text, width, side) for text, width, side in zip(columns, widths, right, strict=True)]
    return "  ".join(placed).rstrip()
