"""What `init` wrote, for scripts: `ratchet/init/1`."""

from __future__ import annotations

from ratchet.formats.inspected import inspected_json
from ratchet.formats.json_text import dumps, mistake_json
from ratchet.formats.orphaned import ORPHANS, orphans_json
from ratchet.formats.packages import PACKAGES, packages_json
from ratchet.formats.shapes import COUNT, INSPECTED, MISTAKE, NAME, always, layout
from ratchet.model.reports import Adoption
from ratchet.model.shape import Key, List, Table

__all__ = ["SHAPE", "render"]

_RULE = Table({"rule": always(NAME, "the rule"), "budget": always(COUNT, "its sites today, over all files")})
_ORIGIN = Table({"rule": always(NAME, "the rule"), "from": always(NAME, "the file and line that it comes from")})
SHAPE = layout(
    "ratchet/init/1",
    {
        "written": always(List(NAME), "the files that were written"),
        "inspected": always(INSPECTED, "what was looked at"),
        "rules": always(List(_RULE), "the rules that are now under the ratchet"),
        "translated": always(List(_ORIGIN), "the rules that were translated from another tool, and where from"),
        "not_translated": always(List(MISTAKE), "what could not be said as a rule, and why"),
        "excluded": always(List(MISTAKE), "the files that could not be analysed and that the new config leaves out"),
        "orphans": Key(ORPHANS, "the files that no root reaches; they count as production"),
        "packages": Key(PACKAGES, "the packages whose directory or the config has a say in their scope"),
        "warnings": Key(List(MISTAKE), "what the rules have to say besides their numbers"),
    },
)


def render(report: Adoption) -> str:
    """The files written and the budgets taken."""
    imported = report.imported
    return dumps(
        {
            "schema": "ratchet/init/1",
            "written": list(report.written),
            "inspected": inspected_json(report.inspection),
            "rules": [{"rule": rule, "budget": count} for rule, count in sorted(report.counts.items())],
            "translated": [{"rule": rule, "from": str(place)} for rule, place in imported.rules] if imported else [],
            "not_translated": [mistake_json(mistake) for mistake in imported.left] if imported else [],
            "excluded": [mistake_json(mistake) for mistake in report.excluded],
            **orphans_json(report.orphans),
            **packages_json(report.packages),
            "warnings": [mistake_json(mistake) for mistake in report.warnings],
        }
    )
