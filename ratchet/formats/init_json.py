"""What `init` wrote, for scripts: `ratchet/init/1`."""

from __future__ import annotations

from ratchet.formats.inspected import inspected_json
from ratchet.formats.json_text import dumps, mistake_json
from ratchet.model.reports import Adoption

__all__ = ["render"]


def render(report: Adoption) -> str:
    """The files written and the budgets taken."""
    return dumps(
        {
            "schema": "ratchet/init/1",
            "written": list(report.written),
            "inspected": inspected_json(report.inspection),
            "rules": [{"rule": rule, "budget": count} for rule, count in sorted(report.counts.items())],
            "excluded": [mistake_json(mistake) for mistake in report.excluded],
        }
    )
