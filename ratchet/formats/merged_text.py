"""What a verdict says of the merged tree, where that is more than it says of the change."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.formats.beyond import beyond
from ratchet.formats.mistakes import mistake_lines
from ratchet.formats.notes_text import note_lines
from ratchet.formats.paint import inert
from ratchet.formats.sides import commit_name
from ratchet.formats.sites import site_lines
from ratchet.formats.style import Style
from ratchet.model.verdict import Verdict

__all__ = ["merged_lines"]


def merged_lines(verdict: Verdict, style: Style) -> Iterator[str]:
    """Problems, sites, swaps and loosenings of the merged tree that the change by itself does not have."""
    more = beyond(verdict)
    if more is None:
        return
    lines = [
        *mistake_lines(more.problems, "cannot judge", style.paint),
        *site_lines(more, style),
        *note_lines(more, style.paint),
        *(f"{style.paint.yellow('loosened')}[{inert(each.what)}]: {inert(each.detail)}" for each in more.loosenings),
    ]
    if lines:
        yield style.paint.bold(f"HEAD merged into {commit_name(more.base)}:")
        yield from lines
