"""The results for people: a table for the terminal, and the same as a part of a page."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.speed.bars import Outcome, outcomes
from benchmarks.speed.results import Results

__all__ = ["BEGIN", "END", "around", "into_page", "markdown", "table"]

BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
_HEAD = ("job", "corpus", "ratchet", "beside", "ratio", "bar", "met")
_MET = {True: "yes", False: "no", None: "not shown"}


def table(results: Results) -> str:
    """Columns for a terminal, and what has to be known of them."""
    rows = [_HEAD, *map(_cells, outcomes(results))]
    widths = [max(len(row[at]) for row in rows) for at in range(len(_HEAD))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([*lines, "", *_notes(results), ""])


def markdown(results: Results) -> str:
    """The same as Markdown."""
    rows = [_HEAD, ("---",) * len(_HEAD), *map(_cells, outcomes(results))]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    picture = ["![How the time of a run grows](performance.svg)", ""] if results.curves else []
    return "\n".join([*(f"- {note}" for note in _notes(results)), "", *lines, "", *picture])


def around(page: str) -> tuple[str, str]:
    """What stands before and after the marks of a page, which must have them."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"the page has no part between {BEGIN} and {END} to put the results into")
    return before, after


def into_page(page: str, results: Results) -> str:
    """A page with what stands between its marks made anew."""
    before, after = around(page)
    return f"{before}{BEGIN}\n\n{markdown(results)}\n{END}{after}"


def _cells(outcome: Outcome) -> tuple[str, ...]:
    met = _MET[outcome.met] if outcome.bar else ""
    return outcome.job, outcome.corpus, outcome.ours, outcome.other, outcome.ratio, outcome.bar, met


def _notes(results: Results) -> Sequence[str]:
    corpora = [
        f"{each.role}: {each.name}, {each.files:,} files, {each.rust:,} of them Rust ({each.megabytes:.1f} MB)"
        + (f", {each.left_out} left out that cannot be analysed" if each.left_out else "")
        for each in results.corpora
    ]
    rounds = sum(len(each.measured[0].walls) for each in results.trials if each.measured)
    disturbed, kept = (sum(each) for each in zip(*((t.disturbed, t.contended) for t in results.trials), strict=True))
    quiet = f"{rounds} rounds; {disturbed} more were disturbed and run again"
    contended = f", {kept} are disturbed and count all the same: the machine was never quiet" if kept else ""
    missing = [f"not installed, so not compared: {', '.join(results.missing)}"] if results.missing else []
    about = [f"{results.day}, {results.machine}", f"`{results.command}`", ", ".join(dict.fromkeys(results.versions))]
    return [*about, *corpora, quiet + contended, *missing]
