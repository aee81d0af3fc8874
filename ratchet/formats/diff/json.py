"""The file-by-file ratchet diff for scripts: `ratchet/diff/1`."""

from __future__ import annotations

from ratchet.formats.inspected import inspected_json
from ratchet.formats.json_text import dumps, mistake_json, site_json
from ratchet.formats.shapes import ANY_TEXT, COUNT, INSPECTED, MISTAKE, NAME, SITE, always, layout
from ratchet.formats.style import Style
from ratchet.model.finding import Finding
from ratchet.model.reports import DiffReport, DiffRow
from ratchet.model.shape import List, Table

__all__ = ["SHAPE", "document", "render"]

_MOVE = Table({"from": always(SITE, "the site at the base"), "to": always(SITE, "the same site now")})
_ROW = Table(
    {
        "rule": always(NAME, "the rule"),
        "path": always(NAME, "the file"),
        "base": always(COUNT, "how many sites it had"),
        "head": always(COUNT, "how many it has"),
        "added": always(List(SITE), "the sites that are new"),
        "removed": always(List(SITE), "the sites that are gone; their places are those at the base"),
        "moved_in": always(List(_MOVE), "the sites that came from another file"),
        "moved_out": always(List(_MOVE), "the sites that went to another file"),
    }
)
_TOTAL = Table(
    {
        "rule": always(NAME, "the rule"),
        "base": always(COUNT, "how many sites there were"),
        "head": always(COUNT, "how many there are"),
    }
)
SHAPE = layout(
    "ratchet/diff/1",
    {
        "base": always(
            Table({"ref": always(NAME, "as it was given"), "commit": always(ANY_TEXT, "the merge base with it")}),
            "what was compared with",
        ),
        "head": always(Table({"ref": always(NAME, "worktree")}), "what was compared"),
        "inspected": always(INSPECTED, "what was looked at in the head"),
        "files": always(List(_ROW), "every file and rule whose sites differ, in their order"),
        "totals": always(List(_TOTAL), "every rule that has a site on either side"),
        "problems": always(List(MISTAKE), "why the difference is incomplete; exit code 2 when there is one"),
    },
)


def render(report: DiffReport, _style: Style) -> str:
    """Every changed file and rule, and the totals of every rule."""
    return dumps(document(report))


def document(report: DiffReport) -> dict[str, object]:
    """The same as data."""
    return {
        "schema": "ratchet/diff/1",
        "base": {"ref": report.base.ref, "commit": report.base.id},
        "head": {"ref": report.head.ref},
        "inspected": inspected_json(report.inspection),
        "files": [_row(row) for row in report.rows],
        "totals": [{"rule": rule, "base": before, "head": after} for rule, (before, after) in report.totals.items()],
        "problems": [mistake_json(mistake) for mistake in report.problems],
    }


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
