"""A verdict for reviewdog, line by line."""

from __future__ import annotations

from ratchet.formats.callouts import callouts
from ratchet.formats.diagnostics import diagnostic
from ratchet.formats.json_text import dump_lines
from ratchet.formats.style import Style
from ratchet.model.verdict import Verdict

__all__ = ["render"]


def render(verdict: Verdict, _style: Style) -> str:
    """A `Diagnostic` of the Reviewdog Diagnostic Format on each line; nothing where there is none."""
    return dump_lines(diagnostic(each) for each in callouts(verdict))
