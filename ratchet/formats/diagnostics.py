"""Remarks as reviewdog reads them."""

from __future__ import annotations

from ratchet.formats.paint import inert
from ratchet.formats.remarks import NOWHERE, Level, Remark
from ratchet.formats.uris import exact
from ratchet.model.facts import Span
from ratchet.model.verdict import Judged

__all__ = ["SOURCE", "diagnostic"]

SOURCE = {"name": "ratchet"}
_SEVERITIES = {Level.ERROR: "ERROR", Level.WARNING: "WARNING", Level.NOTE: "INFO"}


def diagnostic(remark: Remark) -> dict[str, object]:
    """One `Diagnostic` of the Reviewdog Diagnostic Format."""
    advice = f"\n{inert(remark.way_out)}" if remark.advice else ""
    range_ = {"range": _range(remark)} if remark.path and remark.span.line else {}
    return {
        "message": inert(remark.message) + advice,
        "location": {"path": exact(remark.path or NOWHERE), **range_},
        "severity": _SEVERITIES[remark.level],
        "source": SOURCE,
        "code": {"value": inert(remark.code)},
    }


def _range(remark: Remark) -> dict[str, dict[str, int]]:
    """Whole lines, or columns in bytes where the line is at hand to count them; the end is exclusive."""
    span = remark.span
    text = _line(remark.site, span)
    if text is None or span.line != span.end_line:
        return {"start": {"line": span.line}, "end": {"line": span.end_line}}
    start, end = (len(text[: column - 1].encode("utf-8", "replace")) + 1 for column in (span.column, span.end_column))
    return {"start": {"line": span.line, "column": start}, "end": {"line": span.line, "column": end}}


def _line(site: Judged | None, span: Span) -> str | None:
    return dict(site.frame).get(span.line) if site else None
