"""How the examples of the rules did, for people and for scripts: `ratchet/test/1`."""

from __future__ import annotations

from ratchet.formats.json_text import dumps
from ratchet.formats.paint import Paint, inert, plural
from ratchet.model.reports import TestReport

__all__ = ["render", "render_json"]


def render(report: TestReport, paint: Paint) -> str:
    """Each failure with its place, then one line."""
    lines = []
    for failure in report.failures:
        lines.append(f"{paint.red('failed')}{paint.bold(f'[{failure.rule}]: {inert(failure.message)}')}")
        lines.append(f"  {paint.blue('-->')} {inert(str(failure.place))}")
    word = paint.red("FAIL") if report.exit_code else paint.green("PASS")
    done = f"{plural(report.examples, 'example')} of {plural(report.rules, 'rule')}"
    lines.append(f"{word}  {done}, {len(report.failures)} failed")
    return "\n".join(lines) + "\n"


def render_json(report: TestReport) -> str:
    """The same as data."""
    failures = [
        {"rule": each.rule, "path": each.place.path, "line": each.place.line, "message": each.message}
        for each in report.failures
    ]
    return dumps({"schema": "ratchet/test/1", "rules": report.rules, "examples": report.examples, "failures": failures})
