"""A verdict for scripts: `ratchet/verdict/1`."""

from __future__ import annotations

from ratchet.formats.inspected import inspected_json
from ratchet.formats.json_text import dumps, mistake_json, site_json, trace_json
from ratchet.formats.notes_json import notes_json
from ratchet.formats.style import Style
from ratchet.formats.verdict_shape import SHAPE
from ratchet.model.finding import State
from ratchet.model.verdict import Delta, Judged, Loosening, Side, Verdict

__all__ = ["SHAPE", "document", "render"]

_CAME = (State.NEW, State.WAIVED)


def render(verdict: Verdict, _style: Style) -> str:
    """Everything the verdict holds, in a stable order."""
    return dumps(document(verdict))


def document(verdict: Verdict) -> dict[str, object]:
    """The same as data."""
    return {
        "schema": "ratchet/verdict/1",
        "verdict": verdict.word,
        "exit_code": int(verdict.exit_code),
        "base": _base(verdict.base),
        "head": {"ref": verdict.head.ref, "tree": verdict.head.id},
        "policy": verdict.policy,
        "inspected": inspected_json(verdict.inspection),
        "rules": [
            {"rule": line.rule, "phase": line.phase, "budget": line.budget, "count": line.count, "delta": line.kind}
            for line in verdict.rules
        ],
        "deltas": [_delta(delta) for delta in verdict.deltas],
        "findings": [_finding(each) for each in verdict.findings],
        "loosenings": [_loosening(each) for each in verdict.loosenings],
        "problems": [mistake_json(mistake) for mistake in verdict.problems],
        "warnings": [mistake_json(mistake) for mistake in verdict.warnings],
        "signoff": verdict.signoff or None,
        **notes_json(verdict),
        "merged": _merged(verdict.merged) if verdict.merged else None,
    }


def _base(base: Side) -> dict[str, object]:
    return {"ref": base.ref, "commit": base.id, "source": base.source or None, "note": base.note or None}


def _merged(merged: Verdict) -> dict[str, object]:
    """The merged tree: its ids, and what differs there from the tip."""
    return {
        "verdict": merged.word,
        "exit_code": int(merged.exit_code),
        "base": {"ref": merged.base.ref, "commit": merged.base.id},
        "tree": merged.head.id,
        "policy": merged.policy,
        "inspected": inspected_json(merged.inspection),
        "deltas": [_delta(delta) for delta in merged.deltas],
        "findings": [_finding(each) for each in merged.findings if each.state in _CAME],
        "loosenings": [_loosening(each) for each in merged.loosenings],
        "problems": [mistake_json(mistake) for mistake in merged.problems],
    }


def _delta(delta: Delta) -> dict[str, object]:
    return {
        "rule": delta.rule,
        "unit": delta.unit,
        "budget": delta.budget,
        "before": delta.before,
        "count": delta.count,
        "waived": delta.waived,
        "limit": delta.limit,
        "delta": delta.kind,
        "cause": delta.cause,
        "fails": delta.fails,
    }


def _finding(each: Judged) -> dict[str, object]:
    site = site_json(each.finding)
    return {
        "unit": each.finding.unit,
        **site,
        "state": each.state,
        "message": each.message,
        "advice": each.rule.advice,
        **({"trace": trace_json(each.finding.trace)} if each.finding.trace else {}),
    }


def _loosening(each: Loosening) -> dict[str, object]:
    return {
        "what": each.what,
        "rule": each.rule or None,
        "unit": each.unit or None,
        "from": _value(each.before),
        "to": _value(each.after),
        "path": each.path,
        "line": each.line or None,
        "detail": each.detail or None,
    }


def _value(text: str) -> int | str | None:
    """A number as a number; `²` is a digit for Python, and a name of a thousand digits is no number."""
    is_number = text.isascii() and text.isdigit() and len(text) < 16
    return int(text) if is_number else text or None
