"""The proof of one line, for scripts: `ratchet/explain/1`."""

from __future__ import annotations

from ratchet.formats.json_text import dumps, site_json
from ratchet.model.reports import Explanation

__all__ = ["render"]


def render(report: Explanation) -> str:
    """The place, its scope, the steps, and the sites on the line."""
    return dumps(
        {
            "schema": "ratchet/explain/1",
            "path": report.place.path,
            "line": report.place.line,
            "text": report.text,
            "scope": report.scope,
            "steps": list(report.steps),
            "sites": [
                {**site_json(proof.finding), "counted": proof.counted and not proof.allowed, "allowed": proof.allowed}
                for proof in report.proofs
            ],
        }
    )
