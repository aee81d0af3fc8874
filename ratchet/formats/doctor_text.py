"""How ratchet stands in a repository, to be pasted into a report, and for scripts: `ratchet/doctor/1`."""

from __future__ import annotations

from ratchet.formats.cells import cells
from ratchet.formats.json_text import dumps, mistake_json
from ratchet.formats.mistakes import mistake_lines
from ratchet.formats.paint import Paint, inert, plural
from ratchet.formats.shapes import ANY_TEXT, COUNT, MISTAKE, NAME, always, layout
from ratchet.model.diagnosis import Diagnosis
from ratchet.model.shape import List, Table

__all__ = ["SHAPE", "render", "render_json"]

_FACT = Table({"name": always(NAME, "what it is about"), "value": always(ANY_TEXT, "what is known of it")})
_PART = Table({"title": always(NAME, "the section"), "facts": always(List(_FACT), "its lines, in order")})
SHAPE = layout(
    "ratchet/doctor/1",
    {
        "exit_code": always(COUNT, "0, or 2 where something is broken"),
        "parts": always(List(_PART), "what there is, section by section"),
        "problems": always(List(MISTAKE), "what is broken, and what to do about it"),
    },
)


def render(report: Diagnosis, paint: Paint) -> str:
    """A line per fact, section by section, then what is broken."""
    lines = []
    for part in report.parts:
        width = max((cells(inert(name)) for name, _ in part.facts), default=0)
        lines.append(paint.bold(part.title))
        lines += [
            f"  {inert(name)}{' ' * (width - cells(inert(name)))}  {inert(value)}".rstrip()
            for name, value in part.facts
        ]
        lines.append("")
    lines += mistake_lines(report.problems, "broken", paint)
    word = f"{plural(len(report.problems), 'problem')}, see above" if report.problems else "nothing is broken"
    return "\n".join([*lines, paint.red(word) if report.problems else paint.green(word)]) + "\n"


def render_json(report: Diagnosis) -> str:
    """The same as data."""
    parts = [
        {"title": part.title, "facts": [{"name": name, "value": value} for name, value in part.facts]}
        for part in report.parts
    ]
    return dumps(
        {
            "schema": "ratchet/doctor/1",
            "exit_code": int(report.exit_code),
            "parts": parts,
            "problems": [mistake_json(mistake) for mistake in report.problems],
        }
    )
