"""A verdict as issues of Azure Pipelines, no more than it shows."""

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

# The agent keeps ten issues of each type per task, and knows no notes: those are lines of the log.
_MOST = {Level.ERROR: 10, Level.WARNING: 10, Level.NOTE: 10}


def render(verdict: Verdict, _style: Style) -> str:
    """A logging command for each callout that will be seen, and the outcome for whoever reads the log."""
    found = callouts(verdict)
    shown = budgeted(found, _MOST)
    lines = [_note(each) if each.level is Level.NOTE else _command(each) for each in shown]
    if more := left_out(found, shown):
        lines.append(more)
    lines += (muted(line) for line in outcome(verdict, PLAIN))
    return "\n".join(lines) + "\n"


def _note(callout: Callout) -> str:
    return muted(f"note: {inert(callout.message)} ({inert(callout.advice)})")


def _command(callout: Callout) -> str:
    properties = "".join(f"{name}={_property(value)};" for name, value in _properties(callout))
    advice = f" ({callout.way_out})" if callout.advice else ""
    return f"##vso[task.logissue {properties}]{_data(callout.message + advice)}"


def _properties(callout: Callout) -> Iterator[tuple[str, str]]:
    yield "type", callout.level
    if callout.path:
        yield "sourcepath", callout.path
    if callout.path and callout.span.line:
        yield "linenumber", str(callout.span.line)
        yield "columnnumber", str(callout.span.column or 1)
    yield "code", callout.code


def _data(text: str) -> str:
    return muted(inert(text)).replace("%", "%AZP25")


def _property(text: str) -> str:
    return _data(text).replace(";", "%3B").replace("]", "%5D")
