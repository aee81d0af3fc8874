"""A verdict as a report of Checkstyle, which many CI systems and editors read."""

from __future__ import annotations

from ratchet.formats.callouts import NOWHERE, Callout, Level, callouts
from ratchet.formats.style import Style
from ratchet.formats.xml_text import HEAD, element
from ratchet.model.verdict import Verdict

__all__ = ["render"]

_SEVERITIES = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "info"}


def render(verdict: Verdict, _style: Style) -> str:
    """A `file` for each file, with its callouts by line."""
    files: dict[str, list[Callout]] = {}
    for each in callouts(verdict):
        files.setdefault(each.path or NOWHERE, []).append(each)
    children = [element("file", {"name": path}, map(_error, files[path])) for path in sorted(files)]
    return HEAD + element("checkstyle", {"version": "4.3"}, children)


def _error(callout: Callout) -> str:
    column = {"column": callout.span.column} if callout.span.column else {}
    advice = f" ({callout.way_out})" if callout.advice else ""
    return element(
        "error",
        {
            "line": callout.span.line or 1,
            **column,
            "severity": _SEVERITIES[callout.level],
            "message": callout.message + advice,
            "source": callout.code,
        },
    )
