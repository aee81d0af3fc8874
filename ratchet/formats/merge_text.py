"""What a merge of a baseline came to, for people and for scripts: `ratchet/merge/1`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from ratchet.formats.json_text import dumps, mistake_json
from ratchet.formats.mistakes import mistake_lines
from ratchet.formats.paint import Paint, inert, plural
from ratchet.formats.shapes import COUNT, MISTAKE, NAME, always, layout
from ratchet.model.reports import Merging
from ratchet.model.shape import Flag, List, Table

__all__ = ["SHAPE", "notes", "render", "render_json"]

_UNDONE = Table(
    {
        "unit": always(NAME, "the file or other unit"),
        "rule": always(NAME, "the rule"),
        "from": always(COUNT, "what a side had raised it to"),
        "to": always(COUNT, "what it is now"),
    }
)
SHAPE = layout(
    "ratchet/merge/1",
    {
        "path": always(NAME, "the baseline file"),
        "resolved": always(Flag(), "whether there was something to merge"),
        "ancestor": always(Flag(), "whether the common ancestor of the sides was known"),
        "undone": always(List(_UNDONE), "the raises that did not survive"),
        "conflicts": always(List(MISTAKE), "what a person must decide; nothing else was merged then"),
    },
)
_WITHOUT = {
    "rules.toml": "the rules of both sides are under the ratchet",
    "waivers.toml": "the waivers of both sides were kept",
}


def render(report: Merging, paint: Paint) -> str:
    """How it went, and the next command."""
    lines = list(notes(report, paint))
    path = inert(report.path)
    if not report.resolved:
        lines.append(f"{path} has no conflict to resolve")
    elif not report.conflicts:
        lines.append(f"{paint.green('merged')} {path}. Next: git add {shlex.quote(path)}")
    return "\n".join(lines) + "\n"


def notes(report: Merging, paint: Paint) -> Iterator[str]:
    """What whoever merges must know: nothing, where every number went down or stayed."""
    yield from mistake_lines(report.conflicts, "conflict", paint)
    if report.resolved and not report.known and not report.conflicts:
        kept = _WITHOUT.get(report.path.rpartition("/")[2], "of two numbers the smaller was taken")
        yield f"{paint.yellow('note:')} {inert(report.path)}: the ancestor of the sides is not known, so {kept}"
    if report.undone:
        raises = plural(len(report.undone), "raise")
        yield f"{paint.yellow('undone:')} {raises} in {inert(report.path)}, which no merge grants"
    for row in report.undone:
        yield f"  {inert(row.unit)}  {inert(row.rule)}  {row.before} → {row.after}"
    if report.undone:
        mark = paint.green("=")
        yield f"  {mark} what is right above its budget needs a waiver: ratchet waive --help"
        path = shlex.quote(inert(report.path))
        yield f"  {mark} if the rule was measured anew on a branch: git checkout BRANCH -- {path} && ratchet tighten"


def render_json(report: Merging) -> str:
    """The same as data."""
    return dumps(
        {
            "schema": "ratchet/merge/1",
            "path": report.path,
            "resolved": report.resolved,
            "ancestor": report.known,
            "undone": [
                {"unit": row.unit, "rule": row.rule, "from": row.before, "to": row.after} for row in report.undone
            ],
            "conflicts": [mistake_json(mistake) for mistake in report.conflicts],
        }
    )
