"""How the examples of the rules did, for people and for scripts: `ratchet/test/1`."""

from __future__ import annotations

from ratchet.formats.json_text import dumps
from ratchet.formats.paint import Paint, inert, plural
from ratchet.formats.shapes import COUNT, NAME, PLACE, always, layout
from ratchet.model.reports import TestReport
from ratchet.model.shape import List, Table

__all__ = ["SHAPE", "render", "render_json"]

_FAILURE = Table(
    {
        "rule": always(NAME, "the rule"),
        "path": always(NAME, "the file that holds the example"),
        "line": always(PLACE, "where the example stands, from 1"),
        "message": always(NAME, "what it should have found, and what it found"),
    }
)
SHAPE = layout(
    "ratchet/test/1",
    {
        "rules": always(COUNT, "how many rules were tried"),
        "examples": always(COUNT, "how many examples they have"),
        "failures": always(List(_FAILURE), "the examples that did not do what they should"),
    },
)


def render(report: TestReport, paint: Paint) -> str:
    """Each failure with its place, then one line."""
    lines = []
    for failure in report.failures:
        lines.append(f"{paint.red('failed')}{paint.bold(f'[{inert(failure.rule)}]: {inert(failure.message)}')}")
        lines.append(f"  {paint.blue('-->')} {inert(str(failure.place))}")
    if not report.examples:
        return f"{_nothing(report.rules, paint)}\n"
    word = paint.red("FAIL") if report.exit_code else paint.green("PASS")
    done = f"{plural(report.examples, 'example')} of {plural(report.rules, 'rule')}"
    lines.append(f"{word}  {done}, {len(report.failures)} failed")
    return "\n".join(lines) + "\n"


def _nothing(rules: int, paint: Paint) -> str:
    """Why no example ran: no rule has one, which is allowed, or there is no rule."""
    if not rules:
        return f"{paint.red('FAIL')}  no rule is in force: check `packs` and `rules` in ratchet.toml"
    return f"no examples to run: {plural(rules, 'rule')} {'has' if rules == 1 else 'have'} none"


def render_json(report: TestReport) -> str:
    """The same as data."""
    failures = [
        {"rule": each.rule, "path": each.place.path, "line": each.place.line, "message": each.message}
        for each in report.failures
    ]
    return dumps({"schema": "ratchet/test/1", "rules": report.rules, "examples": report.examples, "failures": failures})
