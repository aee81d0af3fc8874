"""A verdict as an editor shows it: new sites as errors or warnings, what was there before as hints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lsprotocol import types

from ratchet.model.facts import Span
from ratchet.model.finding import State
from ratchet.model.rule import Phase
from ratchet.model.verdict import Delta, Judged, Verdict

__all__ = ["SOURCE", "diagnostics_of", "range_of"]

SOURCE = "ratchet"


def diagnostics_of(verdict: Verdict, texts: Mapping[str, Sequence[str]]) -> dict[str, list[types.Diagnostic]]:
    """The diagnostics of each file; known debt only for files whose lines are given, because they are open."""
    over = {(delta.unit, delta.rule): delta for delta in verdict.deltas}
    found: dict[str, list[types.Diagnostic]] = {path: [] for path in texts}
    for each in verdict.findings:
        path = each.finding.path
        if path in texts or each.state is State.NEW:
            lines = texts.get(path, ())
            delta = over.get((each.finding.unit, each.finding.rule))
            found.setdefault(path, []).append(_diagnostic(each, delta, lines))
    return found


def _diagnostic(each: Judged, delta: Delta | None, lines: Sequence[str]) -> types.Diagnostic:
    finding = each.finding
    return types.Diagnostic(
        range=range_of(finding.span, lines),
        severity=_severity(each, delta),
        code=finding.rule,
        source=SOURCE,
        message=_message(each, delta),
        data={"rule": finding.rule, "unit": finding.unit, "state": str(each.state)},
    )


def _severity(each: Judged, delta: Delta | None) -> types.DiagnosticSeverity:
    if each.state is not State.NEW:
        return types.DiagnosticSeverity.Hint
    if each.rule.phase is Phase.BLOCK and delta is not None and delta.fails:
        return types.DiagnosticSeverity.Error
    return (
        types.DiagnosticSeverity.Information if each.rule.phase is Phase.OBSERVE else types.DiagnosticSeverity.Warning
    )


def _message(each: Judged, delta: Delta | None) -> str:
    words = {
        State.NEW: "new",
        State.KNOWN: "was here before",
        State.MOVED: "moved here",
        State.WAIVED: "waived",
    }
    number = f"; {delta.unit} has {delta.count}, allowed {delta.limit}" if delta and delta.fails else ""
    way = "".join(f"\n{hop.source} -> {hop.target}  {hop.place}" for hop in each.finding.trace)
    return f"{each.rule.because} ({words[each.state]}{number})\ninstead: {each.rule.advice}{way}"


def range_of(span: Span, lines: Sequence[str]) -> types.Range:
    """A stretch in the units of the protocol: lines from 0, columns in UTF-16."""
    return types.Range(_position(span.line, span.column, lines), _position(span.end_line, span.end_column, lines))


def _position(line: int, column: int, lines: Sequence[str]) -> types.Position:
    text = lines[line - 1] if line <= len(lines) else ""
    before = text[: column - 1]
    return types.Position(line - 1, len(before.encode("utf-16-le", "surrogatepass")) // 2 if text else column - 1)
