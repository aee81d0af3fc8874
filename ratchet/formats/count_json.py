"""What was counted, for scripts: `ratchet/count/1`."""

from __future__ import annotations

from ratchet.formats.inspected import inspected_json
from ratchet.formats.json_text import dumps, mistake_json, site_json
from ratchet.model.reports import CountReport

__all__ = ["render"]


def render(report: CountReport) -> str:
    """The sites that were asked for, sorted by path, line, column and rule."""
    return dumps(
        {
            "schema": "ratchet/count/1",
            "inspected": inspected_json(report.inspection),
            "findings": [site_json(finding) for finding in report.findings],
            "problems": [mistake_json(mistake) for mistake in report.failures],
        }
    )
