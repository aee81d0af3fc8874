"""A verdict for people in a hurry: a line for each site, and the outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ratchet.formats.cells import cells, padded
from ratchet.formats.closing import gains, outcome
from ratchet.formats.paint import Paint, inert, plural
from ratchet.formats.remarks import Level, Remark, remarks
from ratchet.formats.style import Layout, Style
from ratchet.model.verdict import Verdict

__all__ = ["brief_lines", "where"]


def brief_lines(verdict: Verdict, style: Style) -> Iterator[str]:
    """The remarks as they come or under their files, as many sites as are asked for, and how it went."""
    paint, found = style.paint, remarks(verdict)
    shown = _first_sites(found, style.most)
    yield from _grouped(shown, paint) if style.layout is Layout.GROUPED else _listed(shown, paint)
    if len(shown) < len(found):
        every = sum(each.site is not None for each in found)
        yield f"… {plural(len(found) - len(shown), 'more site')} not shown; all with: --max-findings {every}"
    yield from gains(verdict, paint)
    yield from outcome(verdict, paint)


def _first_sites(found: Sequence[Remark], most: int) -> list[Remark]:
    """All that is no site, and so many sites."""
    sites = [id(each) for each in found if each.site is not None][:most]
    return [each for each in found if each.site is None or id(each) in sites]


def _listed(found: Sequence[Remark], paint: Paint) -> Iterator[str]:
    for each in found:
        place = f"{inert(each.path)}{where(each, ':')}: " if each.path else ""
        yield f"{paint.bold(place)}{_coloured(each, paint)}[{inert(each.code)}] {inert(each.message)}"


def _grouped(found: Sequence[Remark], paint: Paint) -> Iterator[str]:
    groups: dict[str, list[Remark]] = {}
    for each in found:
        groups.setdefault(each.path, []).append(each)
    for path, group in groups.items():
        yield paint.bold(inert(path) or "the repository")
        places = [where(each) for each in group]
        width, wide = max(map(len, places)), max(cells(inert(each.code)) for each in group)
        for place, each in zip(places, group, strict=True):
            blanks = " " * (len(Level.WARNING) - len(each.level))
            code = padded(inert(each.code), wide, "l")
            yield f"  {place.rjust(width)}  {_coloured(each, paint)}{blanks}  {code}  {inert(each.message)}"
        yield ""


def where(remark: Remark, before: str = "") -> str:
    """Line and column, as far as they are known."""
    numbers = [str(number) for number in (remark.span.line, remark.span.column) if number]
    return before + ":".join(numbers) if numbers else ""


def _coloured(remark: Remark, paint: Paint) -> str:
    colours = {Level.ERROR: paint.red, Level.WARNING: paint.yellow, Level.NOTE: paint.blue}
    return colours[remark.level](remark.level)
