"""A verdict for people in a hurry: a line for each site, and the outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ratchet.formats.callouts import Callout, Level, callouts
from ratchet.formats.cells import cells, padded
from ratchet.formats.closing import gains, outcome
from ratchet.formats.paint import Paint, inert, plural
from ratchet.formats.style import Layout, Style
from ratchet.model.verdict import Verdict

__all__ = ["brief_lines", "where"]


def brief_lines(verdict: Verdict, style: Style) -> Iterator[str]:
    """The callouts as they come or under their files, as many sites as are asked for, and how it went."""
    paint, found = style.paint, callouts(verdict)
    shown = _first_sites(found, style.most)
    yield from _grouped(shown, paint) if style.layout is Layout.GROUPED else _listed(shown, paint)
    if len(shown) < len(found):
        every = sum(each.site is not None for each in found)
        yield f"… {plural(len(found) - len(shown), 'more site')} not shown; all with: --max-findings {every}"
    yield from gains(verdict, paint)
    yield from outcome(verdict, paint)


def _first_sites(found: Sequence[Callout], most: int) -> list[Callout]:
    """All that is no site, and so many sites."""
    sites = [id(each) for each in found if each.site is not None][:most]
    return [each for each in found if each.site is None or id(each) in sites]


def _listed(found: Sequence[Callout], paint: Paint) -> Iterator[str]:
    for each in found:
        place = f"{inert(each.path)}{where(each, ':')}: " if each.path else ""
        yield f"{paint.bold(place)}{_coloured(each, paint)}[{inert(each.code)}] {inert(each.message)}"


def _grouped(found: Sequence[Callout], paint: Paint) -> Iterator[str]:
    groups: dict[str, list[Callout]] = {}
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


def where(callout: Callout, before: str = "") -> str:
    """Line and column, as far as they are known."""
    numbers = [str(number) for number in (callout.span.line, callout.span.column) if number]
    return before + ":".join(numbers) if numbers else ""


def _coloured(callout: Callout, paint: Paint) -> str:
    colours = {Level.ERROR: paint.red, Level.WARNING: paint.yellow, Level.NOTE: paint.blue}
    return colours[callout.level](callout.level)
