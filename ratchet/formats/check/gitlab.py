"""A verdict as a Code Quality report of GitLab."""

from __future__ import annotations

from ratchet.formats.json_text import dumps
from ratchet.formats.paint import inert
from ratchet.formats.remarks import NOWHERE, Level, Remark, remarks
from ratchet.formats.style import Style
from ratchet.formats.uris import exact
from ratchet.model.verdict import Verdict

__all__ = ["render"]

_SEVERITIES = {Level.ERROR: "major", Level.WARNING: "minor", Level.NOTE: "info"}


def render(verdict: Verdict, _style: Style) -> str:
    """A list of issues; GitLab compares their fingerprints with those of the target branch."""
    return dumps([_issue(each) for each in remarks(verdict)])


def _issue(remark: Remark) -> dict[str, object]:
    advice = f" ({remark.way_out})" if remark.advice else ""
    return {
        "description": inert(remark.message + advice),
        "check_name": inert(remark.code),
        "fingerprint": remark.fingerprint,
        "severity": _SEVERITIES[remark.level],
        "location": {"path": exact(remark.path or NOWHERE), "lines": {"begin": remark.span.line or 1}},
    }
