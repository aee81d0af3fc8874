"""A verdict for reviewdog, as one document."""

from __future__ import annotations

from ratchet.formats.callouts import callouts
from ratchet.formats.diagnostics import SOURCE, diagnostic
from ratchet.formats.json_text import dumps
from ratchet.formats.style import Style
from ratchet.model.verdict import Exit, Verdict

__all__ = ["render"]


def render(verdict: Verdict, _style: Style) -> str:
    """A `DiagnosticResult` of the Reviewdog Diagnostic Format."""
    severity = "INFO" if verdict.exit_code is Exit.OK else "ERROR"
    diagnostics = [diagnostic(each) for each in callouts(verdict)]
    return dumps({"source": SOURCE, "severity": severity, "diagnostics": diagnostics})
