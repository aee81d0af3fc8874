"""What was counted for scripts that read line by line: the JSON report, cut into lines."""

from __future__ import annotations

from ratchet.formats.count.json import document
from ratchet.formats.lines_json import cut
from ratchet.formats.style import Style
from ratchet.model.reports import CountReport

__all__ = ["render"]


def render(report: CountReport, _style: Style) -> str:
    """The head of the report, then a line for each entry of each of its lists."""
    return cut(document(report))
