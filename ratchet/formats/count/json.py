"""What was counted, for scripts: `ratchet/count/1`."""

from __future__ import annotations

from ratchet.formats.inspected import inspected_json
from ratchet.formats.json_text import dumps, mistake_json, site_json
from ratchet.formats.orphaned import ORPHANS, orphans_json
from ratchet.formats.shapes import INSPECTED, MISTAKE, SITE, always, layout
from ratchet.formats.style import Style
from ratchet.model.reports import CountReport
from ratchet.model.shape import Key, List

__all__ = ["SHAPE", "document", "render"]

SHAPE = layout(
    "ratchet/count/1",
    {
        "inspected": always(INSPECTED, "what was looked at"),
        "findings": always(List(SITE), "the sites, by path, line, column and rule"),
        "orphans": Key(ORPHANS, "the files that no root reaches; they are among the findings as well"),
        "problems": Key(List(MISTAKE), "why the numbers are incomplete; exit code 2 when there is one"),
    },
)


def render(report: CountReport, _style: Style) -> str:
    """The sites that were asked for, sorted by path, line, column and rule."""
    return dumps(document(report))


def document(report: CountReport) -> dict[str, object]:
    """The same as data."""
    return {
        "schema": "ratchet/count/1",
        "inspected": inspected_json(report.inspection),
        "findings": [site_json(finding) for finding in report.findings],
        **orphans_json(report.orphans),
        "problems": [mistake_json(mistake) for mistake in report.failures],
    }
