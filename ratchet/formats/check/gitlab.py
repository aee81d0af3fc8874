"""A verdict as a Code Quality report of GitLab."""

from __future__ import annotations

from ratchet.formats.callouts import NOWHERE, Callout, Level, callouts
from ratchet.formats.json_text import dumps
from ratchet.formats.paint import inert
from ratchet.formats.style import Style
from ratchet.formats.uris import exact
from ratchet.model.verdict import Verdict

__all__ = ["render"]

_SEVERITIES = {Level.ERROR: "major", Level.WARNING: "minor", Level.NOTE: "info"}


def render(verdict: Verdict, _style: Style) -> str:
    """A list of issues; GitLab compares their fingerprints with those of the target branch."""
    return dumps([_issue(each) for each in callouts(verdict)])


def _issue(callout: Callout) -> dict[str, object]:
    advice = f" ({callout.way_out})" if callout.advice else ""
    return {
        "description": inert(callout.message + advice),
        "check_name": inert(callout.code),
        "fingerprint": callout.fingerprint,
        "severity": _SEVERITIES[callout.level],
        "location": {"path": exact(callout.path or NOWHERE), "lines": {"begin": callout.span.line or 1}},
    }
