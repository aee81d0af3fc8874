"""The files that no root reaches, as a group of their own: what they hold, and the line of config that settles them."""

from __future__ import annotations

import json

from ratchet.formats.markdown_text import code
from ratchet.formats.paint import Paint, inert, number, plural
from ratchet.formats.shapes import COUNT, NAME, always
from ratchet.formats.tables import table
from ratchet.model.orphans import Orphans
from ratchet.model.shape import List, Table

__all__ = ["ORPHANS", "orphan_lines", "orphan_rows", "orphans_json"]

_MOST_FILES = 5

ORPHANS = Table(
    {
        "files": always(
            List(Table({"path": always(NAME, "the file"), "sites": always(COUNT, "its production sites")})),
            "the files, those with the most sites first",
        ),
        "config": always(NAME, "the file that would settle them"),
        "line": always(NAME, "the line for it, if they are no part of the program"),
    }
)


def orphan_lines(orphans: Orphans, paint: Paint) -> list[str]:
    """The files with the most sites, and the line."""
    if not orphans.files:
        return []
    shown = orphans.files[:_MOST_FILES]
    lines = table((_title(orphans), "sites"), [(inert(path), number(sites)) for path, sites in shown], "lr", paint)
    if rest := len(orphans.files) - len(shown):
        lines.append(f"… and {plural(rest, 'more file')}")
    return [*lines, f"if they are no part of the program, {_place(orphans)}:   {_line(orphans)}", ""]


def orphan_rows(orphans: Orphans) -> list[str]:
    """The same as Markdown, in a sentence."""
    if not orphans.files:
        return []
    what = f"{_title(orphans)}: {plural(orphans.sites, 'site')}"
    return [f"{what}; if they are no part of the program, {_place(orphans)}: {code(_line(orphans))}", ""]


def orphans_json(orphans: Orphans) -> dict[str, object]:
    """The same for scripts: all files; nothing where there are none."""
    if not orphans.files:
        return {}
    files = [{"path": path, "sites": sites} for path, sites in orphans.files]
    return {"orphans": {"files": files, "config": orphans.config, "line": _line(orphans)}}


def _title(orphans: Orphans) -> str:
    return f"orphans: {plural(len(orphans.files), 'file')} that no crate root reaches, counted as production"


def _place(orphans: Orphans) -> str:
    return f"in {inert(orphans.config)}"


def _line(orphans: Orphans) -> str:
    return f"exclude = [{', '.join(inert(json.dumps(pattern, ensure_ascii=False)) for pattern in orphans.exclude)}]"
