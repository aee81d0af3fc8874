"""JSON that is the same bytes on every machine."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from ratchet.model.errors import Mistake
from ratchet.model.finding import Finding, Hop

__all__ = ["dump_lines", "dumps", "mistake_json", "site_json", "trace_json"]


def dumps(value: object) -> str:
    """Indented, in the order given, ASCII only: a path that is not UTF-8 survives as an escaped surrogate."""
    return _muted(json.dumps(value, indent=1, ensure_ascii=True)) + "\n"


def dump_lines(values: Iterable[object]) -> str:
    """Each value on a line of its own."""
    return "".join(_muted(json.dumps(value, ensure_ascii=True)) + "\n" for value in values)


def _muted(text: str) -> str:
    """The same JSON, without the `##` with which lines command some CI systems: it stands in strings only."""
    return re.sub("#(?=#)", r"\\u0023", text)


def site_json(finding: Finding) -> dict[str, object]:
    """One site."""
    return {
        "rule": finding.rule,
        "path": finding.path,
        "line": finding.span.line,
        "column": finding.span.column,
        "end_line": finding.span.end_line,
        "end_column": finding.span.end_column,
        "scope": finding.scope,
        "symbol": finding.symbol,
        "text": finding.text,
    }


def trace_json(hops: Iterable[Hop]) -> list[dict[str, object]]:
    """A path of dependencies, step by step."""
    return [
        {
            "source": hop.source,
            "target": hop.target,
            "path": hop.place.path,
            "line": hop.place.line or None,
            "certainty": "sure" if hop.sure else "possible",
            "note": hop.note or None,
            "new": hop.new,
        }
        for hop in hops
    ]


def mistake_json(mistake: Mistake) -> dict[str, object]:
    """One problem or warning."""
    place = mistake.place
    return {
        "message": mistake.message,
        "path": place.path if place else None,
        "line": (place.line or None) if place else None,
        "column": (place.column or None) if place else None,
        "hint": mistake.hint or None,
    }
