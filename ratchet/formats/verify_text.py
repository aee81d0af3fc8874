"""Whether a verdict still holds, for people and for scripts: `ratchet/verify/1`."""

from __future__ import annotations

import shlex

from ratchet.formats.json_text import dumps
from ratchet.formats.paint import Paint, inert, plural
from ratchet.formats.shapes import ANY_TEXT, COUNT, NAME, always, layout, or_null
from ratchet.formats.sides import commit_name, short
from ratchet.formats.tables import table
from ratchet.model.shape import Flag, List, Table, Text
from ratchet.model.verdict import Verdict
from ratchet.model.verification import Difference, Verification

__all__ = ["SHAPE", "render", "render_json"]

_DIFFERENCE = Table(
    {
        "what": always(NAME, "an id of the verdict, or what it says"),
        "then": always(or_null(NAME), "as the verdict has it; null where it is no single value"),
        "now": always(or_null(NAME), "as it is now"),
    }
)
SHAPE = layout(
    "ratchet/verify/1",
    {
        "holds": always(Flag(), "the verdict is what ratchet says today"),
        "exit_code": always(COUNT, "0 it holds, whatever it says; 1 it does not"),
        "verdict": always(Text(words=("PASS", "FAIL", "NEEDS_REVIEW")), "what the verdict says"),
        "signoff": always(or_null(NAME), "who signed it off, by what the file says"),
        "policy": always(ANY_TEXT, "the policy now"),
        "base": always(ANY_TEXT, "the commit that is the contract now"),
        "head": always(ANY_TEXT, "a hash of the files that are judged now"),
        "differences": always(List(_DIFFERENCE), "what changed since"),
    },
)


def render(report: Verification, paint: Paint) -> str:
    """One line, and where it no longer holds what changed and how to get a new one."""
    said = f"{report.word}{f', signed off by {inert(report.signoff)}' if report.signoff else ''}"
    if not report.differences:
        against = f"against {commit_name(report.today.base)}, head {short(report.today.head.id)}"
        return f"{paint.green('HOLDS')}  {said} {against}\n"
    rows = [(inert(each.what), *_values(each)) for each in report.differences]
    lines = [
        *table(("what", "then", "now"), rows, "lll", paint),
        "",
        f"{paint.red('NO LONGER HOLDS')}  {said}: {plural(len(rows), 'difference')} above",
        f"Next: {_again(report.today)}",
    ]
    return "\n".join(lines) + "\n"


def _values(each: Difference) -> tuple[str, str]:
    if not each.then and not each.now:
        return "as the file says", "not what is found"
    return inert(short(each.then)) or "none", inert(short(each.now)) or "none"


def _again(verdict: Verdict) -> str:
    options = ["--staged"] if verdict.head.ref == "index" else []
    options += ["--base", shlex.quote(inert(verdict.base.ref))] if verdict.base.source else []
    options += ["--merged"] if verdict.merged else []
    return " ".join(["ratchet check", *options])


def render_json(report: Verification) -> str:
    """The same as data."""
    today = report.today
    return dumps(
        {
            "schema": "ratchet/verify/1",
            "holds": not report.differences,
            "exit_code": int(report.exit_code),
            "verdict": report.word,
            "signoff": report.signoff or None,
            "policy": today.policy,
            "base": today.base.id,
            "head": today.head.id,
            "differences": [
                {"what": each.what, "then": each.then or None, "now": each.now or None} for each in report.differences
            ],
        }
    )
