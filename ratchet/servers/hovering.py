"""The proof of a line as an editor shows it under the mouse."""

from __future__ import annotations

import re

from ratchet.model.reports import Explanation, SiteProof

__all__ = ["hover_text"]


def hover_text(report: Explanation) -> str:
    """Which sites count and why, in Markdown; empty where no rule matches anything on the line."""
    if not report.proofs:
        return ""
    lines = [_said(proof) for proof in report.proofs]
    steps = [f"- {_inert(step)}" for step in report.steps]
    return "\n".join([*lines, "", f"Scope: {_inert(report.scope)}", "", *steps])


def _said(proof: SiteProof) -> str:
    rule = f"**{_inert(proof.finding.rule)}**"
    if proof.allowed:
        return f"Not counted by {rule}: an inline comment allows it  "
    word = "Counted" if proof.counted else "Not counted"
    return f"{word} by {rule}: it is {_inert(proof.finding.scope)} code  "


def _inert(text: str) -> str:
    """Text of the repository as text: no link, no heading, no HTML."""
    return re.sub(r"([\\`*_{}\[\]()#+\-!|<>&~])", r"\\\1", "".join(each for each in text if each.isprintable()))
