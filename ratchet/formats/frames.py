"""A piece of source with the site marked."""

from __future__ import annotations

from ratchet.formats.paint import Paint, inert
from ratchet.model.facts import Span

__all__ = ["frame"]

_WIDEST = 160


def frame(lines: tuple[tuple[int, str], ...], span: Span, note: str, paint: Paint) -> list[str]:
    """The lines with their numbers, carets below the site, and a note behind the carets."""
    if not lines:
        return []
    width = max(len(str(number)) for number, _ in lines)
    bar = paint.blue("|")
    shown = [f"{' ' * width} {bar}"]
    for number, text in lines:
        shown.append(f"{paint.blue(str(number).rjust(width))} {bar} {_line(text)}".rstrip())
        if number == span.line:
            shown.append(f"{' ' * width} {bar} {_carets(text, span, paint)} {paint.red(note)}".rstrip())
    return shown


def _line(text: str) -> str:
    flat = inert(text.expandtabs(4))
    return flat if len(flat) <= _WIDEST else flat[: _WIDEST - 1] + "…"


def _carets(text: str, span: Span, paint: Paint) -> str:
    """As wide as the site on its first line; the columns follow the text as it is shown, tabs and escapes expanded."""
    end = span.end_column - 1 if span.end_line == span.line else len(text)
    before = inert(text[: span.column - 1].expandtabs(4))
    marked = inert(text[:end].expandtabs(4))[len(before) :]
    return " " * min(len(before), _WIDEST) + paint.red("^" * max(1, min(len(marked), _WIDEST - len(before))))
