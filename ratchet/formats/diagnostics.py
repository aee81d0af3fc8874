"""Callouts as reviewdog reads them."""

from __future__ import annotations

from ratchet.formats.callouts import NOWHERE, Callout, Level
from ratchet.formats.paint import inert
from ratchet.formats.uris import exact
from ratchet.model.facts import Span
from ratchet.model.verdict import Judged

__all__ = ["SOURCE", "diagnostic"]

SOURCE = {"name": "ratchet"}
_SEVERITIES = {Level.ERROR: "ERROR", Level.WARNING: "WARNING", Level.NOTE: "INFO"}


def diagnostic(callout: Callout) -> dict[str, object]:
    """One `Diagnostic` of the Reviewdog Diagnostic Format."""
    advice = f"\n{inert(callout.way_out)}" if callout.advice else ""
    range_ = {"range": _range(callout)} if callout.path and callout.span.line else {}
    return {
        "message": inert(callout.message) + advice,
        "location": {"path": exact(callout.path or NOWHERE), **range_},
        "severity": _SEVERITIES[callout.level],
        "source": SOURCE,
        "code": {"value": inert(callout.code)},
    }


def _range(callout: Callout) -> dict[str, dict[str, int]]:
    """Whole lines, or columns in bytes where the line is at hand to count them; the end is exclusive."""
    span = callout.span
    text = _line(callout.site, span)
    if text is None or span.line != span.end_line:
        return {"start": {"line": span.line}, "end": {"line": span.end_line}}
    start, end = (len(text[: column - 1].encode("utf-8", "replace")) + 1 for column in (span.column, span.end_column))
    return {"start": {"line": span.line, "column": start}, "end": {"line": span.line, "column": end}}


def _line(site: Judged | None, span: Span) -> str | None:
    return dict(site.frame).get(span.line) if site else None
