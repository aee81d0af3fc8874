"""A verdict as annotations of GitHub Actions, no more than it shows."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.formats.budgeted import budgeted, left_out
from ratchet.formats.callouts import Callout, Level, callouts
from ratchet.formats.closing import outcome
from ratchet.formats.muted import muted
from ratchet.formats.paint import PLAIN, inert
from ratchet.formats.style import Style
from ratchet.model.verdict import Verdict

__all__ = ["render"]

_WORDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}
# Ten of each level are shown per step; one notice is kept for saying what is left out.
_MOST = {Level.ERROR: 10, Level.WARNING: 10, Level.NOTE: 9}


def render(verdict: Verdict, _style: Style) -> str:
    """A workflow command for each callout that will be seen, and the outcome for whoever reads the log."""
    found = callouts(verdict)
    shown = budgeted(found, _MOST)
    lines = [_command(each) for each in shown]
    if more := left_out(found, shown):
        lines.append(f"::notice title=ratchet::{_data(more)}")
    lines += (muted(line) for line in outcome(verdict, PLAIN))
    return "\n".join(lines) + "\n"


def _command(callout: Callout) -> str:
    properties = ",".join(f"{name}={_property(value)}" for name, value in _properties(callout))
    advice = f"%0A{_data(callout.way_out)}" if callout.advice else ""
    return f"::{_WORDS[callout.level]} {properties}::{_data(callout.message)}{advice}"


def _properties(callout: Callout) -> Iterator[tuple[str, str]]:
    span = callout.span
    if callout.path:
        yield "file", callout.path
    if callout.path and span.line:
        yield "line", str(span.line)
        yield "endLine", str(span.end_line)
        if span.column and span.line == span.end_line:  # columns are allowed on one line only
            yield "col", str(span.column)
            yield "endColumn", str(span.end_column)
    yield "title", callout.code


def _data(text: str) -> str:
    return muted(inert(text)).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
