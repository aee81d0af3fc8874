"""The base of a check, for people and for scripts: `ratchet/base/1`."""

from __future__ import annotations

from ratchet.formats.json_text import dumps
from ratchet.formats.paint import Paint, inert
from ratchet.formats.shapes import NAME, always, layout, or_null
from ratchet.formats.sides import commit_name
from ratchet.model.verdict import Side

__all__ = ["SHAPE", "base_words", "render", "render_json"]

SHAPE = layout(
    "ratchet/base/1",
    {
        "ref": always(NAME, "the revision that the base was found from"),
        "commit": always(or_null(NAME), "the commit that is the contract; null where nothing is committed yet"),
        "source": always(or_null(NAME), "where the revision was found: a variable of CI, or --base"),
        "note": always(or_null(NAME), "why there is no other base than the last commit, where CI says so"),
    },
)


def render(base: Side, paint: Paint) -> str:
    """Which commit, and how it is known."""
    return f"{paint.bold('base:')} {base_words(base)}\n"


def base_words(base: Side) -> str:
    """The base and the reason in one line."""
    if not base.id:
        return "none: nothing is committed yet"
    if base.note:
        return f"{commit_name(base)}, since {inert(base.note)}"
    return f"{commit_name(base)}, {f'from {inert(base.source)}' if base.source else 'the last commit'}"


def render_json(base: Side) -> str:
    """The same as data."""
    return dumps(
        {
            "schema": "ratchet/base/1",
            "ref": base.ref,
            "commit": base.id or None,
            "source": base.source or None,
            "note": base.note or None,
        }
    )
