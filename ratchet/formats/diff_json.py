"""The file-by-file ratchet diff for scripts: `ratchet/diff/1`."""

from __future__ import annotations

from ratchet.formats.inspected import inspected_json
from ratchet.formats.json_text import dumps, mistake_json, site_json
from ratchet.model.finding import Finding
from ratchet.model.reports import DiffReport, DiffRow

__all__ = ["render"]


def render(report: DiffReport) -> str:
    """Every changed file and rule, and the totals of every rule."""
    return dumps(
        {
            "schema": "ratchet/diff/1",
            "base": {"ref": report.base.ref, "commit": report.base.id},
            "head": {"ref": report.head.ref},
            "inspected": inspected_json(report.inspection),
            "files": [_row(row) for row in report.rows],
            "totals": [
                {"rule": rule, "base": before, "head": after} for rule, (before, after) in report.totals.items()
            ],
            "problems": [mistake_json(mistake) for mistake in report.problems],
        }
    )


def _row(row: DiffRow) -> dict[str, object]:
    return {
        "rule": row.rule,
        "path": row.path,
        "base": row.before,
        "head": row.after,
        "added": [site_json(finding) for finding in row.added],
        "removed": [site_json(finding) for finding in row.removed],
        "moved_in": [_move(old, new) for old, new in row.moved_in],
        "moved_out": [_move(old, new) for old, new in row.moved_out],
    }


def _move(old: Finding, new: Finding) -> dict[str, object]:
    return {"from": site_json(old), "to": site_json(new)}
