"""What `tighten` lowered, for scripts: `ratchet/tighten/1`."""

from __future__ import annotations

from ratchet.formats.json_text import dumps
from ratchet.formats.shapes import COUNT, NAME, always, layout
from ratchet.model.reports import Lowered, Tightening
from ratchet.model.shape import Flag, Key, List, Table

__all__ = ["SHAPE", "render"]

_ROW = {
    "unit": always(NAME, "the file, or other unit"),
    "rule": always(NAME, "the rule"),
    "from": always(COUNT, "the budget"),
    "to": always(COUNT, "what was measured"),
}
_CHANGE = Table({**_ROW, "moved": always(Flag(), "the budget only follows its code to or from another file")})
SHAPE = layout(
    "ratchet/tighten/1",
    {
        "written": always(Flag(), "false where nothing was written"),
        "files": always(List(NAME), "the baseline files that were written"),
        "changes": always(List(_CHANGE), "the budgets that change"),
        "remeasured": always(List(NAME), "the rules whose meaning changed and whose budgets are today's numbers"),
        "totals": Key(
            List(
                Table({"rule": always(NAME, "the rule"), "from": always(COUNT, "before"), "to": always(COUNT, "now")})
            ),
            "what the rules that were measured anew allow in all",
        ),
        "anew": Key(List(Table(_ROW)), "the budgets of those rules that became another number"),
        "over": always(List(Table(_ROW)), "what is over its budget and was left alone"),
        "waiting": Key(
            List(NAME), "the shipped rules whose meaning a release changed; --remeasure takes their budgets anew"
        ),
        "unknown": Key(List(NAME), "names with a baseline that no rule has; --remeasure drops them"),
        "dropped": Key(List(NAME), "such names whose baseline was dropped"),
    },
)


def render(report: Tightening) -> str:
    """The changed budgets, the files written, and what is over its budget."""
    return dumps(
        {
            "schema": "ratchet/tighten/1",
            "written": bool(report.written),
            "files": list(report.written),
            "changes": [{**_row(change), "moved": change.moved} for change in report.changes],
            "remeasured": list(report.remeasured),
            "totals": [
                {"rule": rule, "from": before, "to": after}
                for rule, (before, after) in zip(report.remeasured, report.totals, strict=True)
            ],
            "anew": [_row(row) for row in report.anew],
            "over": [_row(row) for row in report.over],
            "waiting": list(report.waiting),
            "unknown": list(report.unknown),
            "dropped": list(report.dropped),
        }
    )


def _row(row: Lowered) -> dict[str, object]:
    return {"unit": row.unit, "rule": row.rule, "from": row.before, "to": row.after}
