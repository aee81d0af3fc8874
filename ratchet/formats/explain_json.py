"""The proof of one line, for scripts: `ratchet/explain/1`."""

from __future__ import annotations

from ratchet.formats.json_text import dumps, site_json
from ratchet.formats.shapes import ANY_TEXT, NAME, PLACE, SITE_KEYS, always, layout
from ratchet.model.reports import Explanation
from ratchet.model.scope import Scope
from ratchet.model.shape import Flag, List, Table, Text

__all__ = ["SHAPE", "render"]

_SITE = Table(
    {
        **SITE_KEYS,
        "counted": always(Flag(), "it counts against a budget"),
        "allowed": always(Flag(), "an inline comment takes it out of its budget"),
    }
)
SHAPE = layout(
    "ratchet/explain/1",
    {
        "path": always(NAME, "the file"),
        "line": always(PLACE, "the line, from 1"),
        "text": always(ANY_TEXT, "the line itself"),
        "scope": always(Text(words=(*Scope, "no code")), "the role of the line"),
        "steps": always(List(NAME), "what makes it so, from the line outwards to the root that reaches the file"),
        "sites": always(List(_SITE), "what the rules see on the line"),
    },
)


def render(report: Explanation) -> str:
    """The place, its scope, the steps, and the sites on the line."""
    return dumps(
        {
            "schema": "ratchet/explain/1",
            "path": report.place.path,
            "line": report.place.line,
            "text": report.text,
            "scope": report.scope,
            "steps": list(report.steps),
            "sites": [
                {**site_json(proof.finding), "counted": proof.counted and not proof.allowed, "allowed": proof.allowed}
                for proof in report.proofs
            ],
        }
    )
