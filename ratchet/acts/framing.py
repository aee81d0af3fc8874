"""The source lines around the sites that a report will show."""

from __future__ import annotations

from ratchet.model.finding import State
from ratchet.model.snapshot import Snapshot, Unreadable
from ratchet.model.value import replace
from ratchet.model.verdict import DeltaKind, Judged, Verdict
from ratchet.syntax.source import readable

__all__ = ["with_frames"]

_AROUND = 1


def with_frames(verdict: Verdict, head: Snapshot) -> Verdict:
    """The verdict with frames for new sites and for all sites of files over their limit."""
    over = {(delta.unit, delta.rule) for delta in verdict.deltas if delta.kind in (DeltaKind.WORSE, DeltaKind.NEW)}
    lines: dict[str, list[str]] = {}

    def framed(each: Judged) -> Judged:
        finding = each.finding
        if each.state is not State.NEW and (finding.unit, finding.rule) not in over:
            return each
        if finding.path not in lines:
            lines[finding.path] = _lines(head, finding.path)
        first, last = max(1, finding.span.line - _AROUND), finding.span.line + _AROUND
        numbered = enumerate(lines[finding.path][first - 1 : last], first)
        return replace(each, frame=tuple(numbered))

    return replace(verdict, findings=tuple(framed(each) for each in verdict.findings))


def _lines(snapshot: Snapshot, path: str) -> list[str]:
    try:
        text = readable(snapshot.read(path), is_python=False).decode("utf-8", "replace")
    except Unreadable:
        return []
    return text.removesuffix("\n").split("\n")
