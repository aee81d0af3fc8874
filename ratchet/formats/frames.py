"""A piece of source with the site marked."""

from __future__ import annotations

from ratchet.formats.cells import cells
from ratchet.formats.paint import Paint, inert
from ratchet.model.facts import Span
from ratchet.model.value import frozen

__all__ = ["frame"]

_NARROWEST = 40
_MARKS = 4  # marks take no cell, so that cells alone do not bound what is shown
_TAB = 4


@frozen
class _Shown:
    """A line as far as it fits, and the cell in which each of its characters begins, with that after the last."""

    text: str
    start: int
    edges: tuple[int, ...]

    def cell(self, offset: int) -> int:
        """Where a character of the line stands; beyond what is shown, the last cell."""
        return self.edges[min(max(0, offset - self.start), len(self.edges) - 1)]


def frame(lines: tuple[tuple[int, str], ...], span: Span, note: str, paint: Paint) -> list[str]:
    """The lines with their numbers, carets below the site, and a note behind the carets."""
    if not lines:
        return []
    width = max(len(str(number)) for number, _ in lines)
    bar = paint.blue("|")
    widest = max(_NARROWEST, paint.columns - width - len(note) - 6)
    shown = [f"{' ' * width} {bar}"]
    for number, text in lines:
        line, carets = _marked(text, span, widest) if number == span.line else (_shown(text, 0, widest).text, "")
        shown.append(f"{paint.blue(str(number).rjust(width))} {bar} {line}".rstrip())
        if carets:
            blanks = " " * carets.index("^")
            shown.append(f"{' ' * width} {bar} {blanks}{paint.red(carets.lstrip())} {paint.red(note)}".rstrip())
    return shown


def _marked(text: str, span: Span, widest: int) -> tuple[str, str]:
    """The line, or the part of it around the site, and carets as wide as the site on its first line."""
    text = text.removesuffix("\r")
    first = min(span.column - 1, len(text))
    last = min(span.end_column - 1, len(text)) if span.end_line == span.line else len(text.rstrip())
    shown = _shown(text, 0, widest)
    if last >= len(shown.edges):
        shown = _shown(text, _start(text, first, widest // 3), widest)
    begin, end = shown.cell(first), shown.cell(last)
    return shown.text, " " * begin + "^" * max(1, end - begin)


def _start(text: str, first: int, room: int) -> int:
    """Where to begin so that some of what stands before the site is seen, and no mark without its letter."""
    start = first
    while start > 0 and (room := room - cells(_glyph(text[start - 1], 0))) >= 0:
        start -= 1
    while start < first and not cells(_glyph(text[start], 0)):
        start += 1
    return start


def _shown(text: str, start: int, widest: int) -> _Shown:
    """The line from a character on, cut where it is too wide."""
    text = text.removesuffix("\r")
    glyphs, edges = ["…"] if start else [], [1 if start else 0]
    for character in text[start : start + _MARKS * widest]:
        if edges[-1] > widest:
            break
        glyphs.append(_glyph(character, edges[-1]))
        edges.append(edges[-1] + cells(glyphs[-1]))
    if edges[-1] > widest or start + len(edges) - 1 < len(text):
        while edges[-1] >= widest:
            edges.pop()
            glyphs.pop()
        glyphs.append("…")
    return _Shown("".join(glyphs), start, tuple(edges))


def _glyph(character: str, cell: int) -> str:
    """A character as it is shown: a tab reaches to the next stop."""
    return " " * (_TAB - cell % _TAB) if character == "\t" else inert(character)
