"""What is kept from run to run, for people and for scripts: `ratchet/cache/1`."""

from __future__ import annotations

from ratchet.formats.json_text import dumps
from ratchet.formats.paint import Paint, inert
from ratchet.formats.shapes import ANY_TEXT, COUNT, NAME, always, layout
from ratchet.model.cache import CacheReport
from ratchet.model.shape import Flag

__all__ = ["SHAPE", "render", "render_json"]

SHAPE = layout(
    "ratchet/cache/1",
    {
        "path": always(NAME, "the file that it is kept in"),
        "entries": always(COUNT, "how many contents it knows something of"),
        "bytes": always(COUNT, "how large it is"),
        "most_bytes": always(COUNT, "how large it may become"),
        "answers": always(COUNT, "files beside it with answers of earlier checks and the sums behind them"),
        "answer_bytes": always(COUNT, "how large those are"),
        "used": always(Flag(), "runs use it; RATCHET_CACHE=off, or a problem, keeps them from it"),
        "problem": always(ANY_TEXT, "why nothing can be kept; empty where all is well"),
        "cleared": always(Flag(), "all this was thrown away just now"),
    },
)


def render(report: CacheReport, paint: Paint) -> str:
    """How much, and where."""
    entries = "1 entry" if report.entries == 1 else f"{report.entries:,} entries"
    answers = "1 file" if report.answers == 1 else f"{report.answers:,} files"
    beside = f"{answers} with answers of earlier checks, {report.answer_bytes:,} bytes, beside it\n"
    if report.cleared:
        text = f"cleared {entries}, {report.bytes:,} bytes, in {inert(report.path)}\n"
        return text + (f"cleared {beside}" if report.answers else "")
    text = f"{entries}, {report.bytes:,} of at most {report.most_bytes:,} bytes, in {inert(report.path)}\n"
    text += beside if report.answers else ""
    if not report.used:
        text += f"{paint.yellow('not used')}: {inert(report.problem) or 'RATCHET_CACHE says so'}\n"
    return text


def render_json(report: CacheReport) -> str:
    """The same as data."""
    return dumps(
        {
            "schema": "ratchet/cache/1",
            "path": report.path,
            "entries": report.entries,
            "bytes": report.bytes,
            "most_bytes": report.most_bytes,
            "answers": report.answers,
            "answer_bytes": report.answer_bytes,
            "used": report.used,
            "problem": report.problem,
            "cleared": report.cleared,
        }
    )
