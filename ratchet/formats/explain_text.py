"""The proof of one line, for people."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.formats.paint import Paint, inert
from ratchet.model.reports import Explanation, SiteProof

__all__ = ["render"]


def render(report: Explanation, paint: Paint) -> str:
    """The line, the decision for each site on it, and the chain that leads to it."""
    lines = [f"{paint.bold(inert(str(report.place)))}   {inert(report.text)}", f"scope: {inert(report.scope)}"]
    lines += [f"  {paint.blue('·')} {inert(step)}" for step in report.steps]
    for proof in report.proofs:
        lines += _proof(proof, paint)
    if not report.proofs:
        lines.append("no rule in force matches anything on this line")
    return "\n".join(lines) + "\n"


def _proof(proof: SiteProof, paint: Paint) -> Iterator[str]:
    finding = proof.finding
    place = f"{finding.span.line}:{finding.span.column}"
    rule = inert(finding.rule)
    because = f"against the budget of {inert(finding.of)}" if finding.of else f"it is {finding.scope} code"
    if proof.allowed:
        word, because = paint.yellow("NOT counted by"), "an inline comment allows it"
    elif proof.counted:
        word = paint.red("COUNTED by")
    else:
        word = paint.green("NOT counted by")
    yield f"{place} `{inert(finding.text)}`  {word} {rule}: {because}"
    if finding.of:
        yield from (f"  {paint.blue('·')} {inert(step)}" for step in proof.steps)
