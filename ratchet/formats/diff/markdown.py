"""The file-by-file ratchet diff as a comment of a pull request; empty when no site came, went or moved."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.formats.markdown_text import MARKER, code, mistake_rows, rows
from ratchet.formats.muted import muted
from ratchet.formats.style import Style
from ratchet.model.finding import Finding
from ratchet.model.reports import DiffReport, DiffRow

__all__ = ["render"]

_ROOM = 20_000
_PLACES = 5


def render(report: DiffReport, _style: Style) -> str:
    """A row per file and rule, then the totals that changed."""
    if not report.rows and not report.problems:
        return ""
    more = sum(row.after > row.before for row in report.rows)
    fewer = sum(row.after < row.before for row in report.rows)
    net = sum(row.after - row.before for row in report.rows)
    lines = [MARKER, f"### ratchet: {more} worse, {fewer} better (net {net:+d})", ""]
    lines += mistake_rows(report.problems)
    lines += rows("| file | rule | base | here | |", [_row(row) for row in report.rows], _ROOM)
    totals = [(rule, both) for rule, both in report.totals.items() if both[0] != both[1]]
    lines += rows(
        "| rule | base | here |",
        [f"| {code(rule)} | {before} | {after} |" for rule, (before, after) in totals],
        _ROOM,
    )
    return muted("\n".join(lines).rstrip("\n") + "\n")


def _row(row: DiffRow) -> str:
    change = row.after - row.before
    word = (
        "worse" if change > 0 else "done" if not row.after else "better" if change < 0 else "same number, other sites"
    )
    places = [*_places("+", row.added), *_places("−", row.removed)]
    moves = len(row.moved_in) + len(row.moved_out)
    places += [f"{moves} moved"] if moves else []
    said = f"{word}: {', '.join(places)}" if places else word
    return f"| {code(row.path)} | {code(row.rule)} | {row.before} | {row.after} | {said} |"


def _places(sign: str, sites: tuple[Finding, ...]) -> Iterator[str]:
    yield from (f"{sign}{each.span.line} {code(each.text)}" for each in sites[:_PLACES])
    if len(sites) > _PLACES:
        yield f"{sign} {len(sites) - _PLACES} more"
