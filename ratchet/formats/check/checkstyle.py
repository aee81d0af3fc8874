"""A verdict as a report of Checkstyle, which many CI systems and editors read."""

from __future__ import annotations

from ratchet.formats.remarks import NOWHERE, Level, Remark, remarks
from ratchet.formats.style import Style
from ratchet.formats.xml_text import HEAD, element
from ratchet.model.verdict import Verdict

__all__ = ["render"]

_SEVERITIES = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "info"}


def render(verdict: Verdict, _style: Style) -> str:
    """A `file` for each file, with its remarks by line."""
    files: dict[str, list[Remark]] = {}
    for each in remarks(verdict):
        files.setdefault(each.path or NOWHERE, []).append(each)
    children = [element("file", {"name": path}, map(_error, files[path])) for path in sorted(files)]
    return HEAD + element("checkstyle", {"version": "4.3"}, children)


def _error(remark: Remark) -> str:
    column = {"column": remark.span.column} if remark.span.column else {}
    advice = f" ({remark.way_out})" if remark.advice else ""
    return element(
        "error",
        {
            "line": remark.span.line or 1,
            **column,
            "severity": _SEVERITIES[remark.level],
            "message": remark.message + advice,
            "source": remark.code,
        },
    )
