"""A waiver that was written, for people and for scripts: `ratchet/waive/1`."""

from __future__ import annotations

from ratchet.formats.json_text import dumps
from ratchet.formats.paint import Paint, inert, plural
from ratchet.formats.shapes import NAME, PLACE, always, layout, or_null
from ratchet.model.shape import Date
from ratchet.model.waiver import Waiver

__all__ = ["SHAPE", "render", "render_json"]

SHAPE = layout(
    "ratchet/waive/1",
    {
        "written": always(NAME, "the file that holds the waivers"),
        "rule": always(NAME, "the rule that may be exceeded"),
        "path": always(NAME, "the file that may exceed it"),
        "allow": always(PLACE, "how many sites above the budget"),
        "reason": always(NAME, "why this is right for now"),
        "owner": always(NAME, "who answers for it"),
        "expires": always(Date(), "the last day it holds"),
        "issue": always(or_null(NAME), "where the way out is tracked"),
    },
)


def render(waiver: Waiver, path: str, paint: Paint) -> str:
    """What is permitted, where it was written, and what happens next."""
    what = f"{plural(waiver.allow, 'more site')} of {inert(waiver.rule)} in {inert(waiver.path)} until {waiver.expires}"
    return (
        f"{paint.green('wrote')} {inert(path)}: {what} ({inert(waiver.owner)}: {inert(waiver.reason)})\n"
        "Commit it with the code. The check of this change ends with exit 4 until a maintainer signs it off;\n"
        "once it is on the base branch it is in force.\n"
    )


def render_json(waiver: Waiver, path: str) -> str:
    """The same as data."""
    return dumps(
        {
            "schema": "ratchet/waive/1",
            "written": path,
            "rule": waiver.rule,
            "path": waiver.path,
            "allow": waiver.allow,
            "reason": waiver.reason,
            "owner": waiver.owner,
            "expires": str(waiver.expires),
            "issue": waiver.issue or None,
        }
    )
