"""The formats of a report, as a command offers them."""

from __future__ import annotations

from functools import partial

from ratchet.cli.plumbing.streams import Renderers
from ratchet.formats.catalogue import names, render
from ratchet.formats.paint import Paint
from ratchet.formats.style import Style
from ratchet.model.value import replace

__all__ = ["offered"]


def offered(report: str, value: object, style: Style) -> Renderers:
    """Every format that the report has; a format is imported when it is asked for."""
    return {name: partial(_rendered, report, name, value, style) for name in names(report)}


def _rendered(report: str, name: str, value: object, style: Style, paint: Paint) -> str:
    return render(report, name, value, replace(style, paint=paint))
