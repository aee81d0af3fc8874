"""What `tighten` lowered, for scripts: `ratchet/tighten/1`."""

from __future__ import annotations

from ratchet.formats.json_text import dumps
from ratchet.model.reports import Lowered, Tightening

__all__ = ["render"]


def render(report: Tightening, written: bool) -> str:
    """The changed budgets, the files written, and what is over its budget."""
    return dumps(
        {
            "schema": "ratchet/tighten/1",
            "written": written,
            "files": list(report.written),
            "changes": [{**_row(change), "moved": change.moved} for change in report.changes],
            "remeasured": list(report.remeasured),
            "over": [_row(row) for row in report.over],
        }
    )


def _row(row: Lowered) -> dict[str, object]:
    return {"unit": row.unit, "rule": row.rule, "from": row.before, "to": row.after}
