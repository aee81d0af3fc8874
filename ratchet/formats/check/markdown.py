"""A verdict as the comment of a pull request: what got worse, what got better, what moved; else nothing."""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.formats.blamed import blamed, improved, inherited, moved, started
from ratchet.formats.brief_text import where
from ratchet.formats.callouts import SIGN_OFF, Callout, Level, callouts, number_callout
from ratchet.formats.closing import outcome
from ratchet.formats.markdown_text import MARKER, code, prose, rows
from ratchet.formats.muted import muted
from ratchet.formats.paint import PLAIN, plural
from ratchet.formats.style import Style
from ratchet.model.verdict import Delta, Exit, Judged, Verdict

__all__ = ["render"]

# A comment may have 65,536 characters: three tables and a list.
_ROOM = 15_000
_PLACES = 5


def render(verdict: Verdict, _style: Style) -> str:
    """The marker, a title, the tables, what stands in the way, and how it went; empty when nothing moved."""
    worse, better, went = list(blamed(verdict)), improved(verdict), moved(verdict)
    others = _others(verdict, worse)
    if not worse and not better and not went and not others and verdict.exit_code is Exit.OK:
        return ""
    word, _, rest = next(outcome(verdict, PLAIN)).partition("  ")
    counts = f"{len(worse)} worse, {len(better)} better, {len(went)} moved"
    lines = [MARKER, f"### ratchet: {word}, {counts}", ""]
    lines += rows("| worse | rule | allowed | now | where |", [_worse(*each) for each in worse], _ROOM)
    lines += rows("| better | rule | allowed | now | |", [_better(each) for each in better], _ROOM)
    lines += rows("| moved | rule | allowed | now |", [_row(each) for each in went], _ROOM)
    lines += _advice(worse)
    lines += rows("| what else | |", [_other(each) for each in others], _ROOM)
    if old := sum(inherited(delta) for delta in verdict.deltas):
        lines += [f"{plural(old, 'budget')} exceeded before this change, and not held against it.", ""]
    lines.append(f"**{word}** {prose(rest)}")
    return muted("\n".join(lines) + "\n")


def _others(verdict: Verdict, worse: Sequence[tuple[Delta, Sequence[Judged]]]) -> list[Callout]:
    """All that no table has: problems, loosenings, warnings, and what only the merged tree has."""
    told = {number_callout(delta, Level.ERROR).fingerprint for delta, sites in worse if not sites}
    found = [each for each in callouts(verdict) if each.site is None or each.onto]
    return [each for each in found if each.fingerprint not in told]


def _row(delta: Delta) -> str:
    return f"| {code(delta.unit)} | {code(delta.rule)} | {started(delta)} | {delta.count} |"


def _worse(delta: Delta, sites: Sequence[Judged]) -> str:
    places = [f"{_at(each)} {code(each.finding.text)}" for each in sites[:_PLACES]]
    places += [f"{len(sites) - _PLACES} more"] if len(sites) > _PLACES else []
    blocks = "" if delta.fails else "does not block; "
    return f"{_row(delta)} {blocks}{', '.join(places)} |"


def _at(each: Judged) -> str:
    """The line; for a unit that is no file, the file as well."""
    finding = each.finding
    return code(f"{finding.path}:{finding.span.line}") if finding.of else str(finding.span.line)


def _better(delta: Delta) -> str:
    word = "done" if not delta.count else "locked in" if delta.locked else "`ratchet tighten` locks it in"
    return f"{_row(delta)} {word} |"


def _advice(worse: Sequence[tuple[Delta, Sequence[Judged]]]) -> list[str]:
    """What each rule is for, once."""
    rules = {sites[0].rule.id: sites[0].rule for _, sites in worse if sites}
    said = [f"| {code(name)} | {prose(rules[name].because)} | {prose(rules[name].advice)} |" for name in sorted(rules)]
    return rows("| rule | because | instead |", said, _ROOM)


def _other(callout: Callout) -> str:
    place = code(f"{callout.path}{where(callout, ':')}") if callout.path else ""
    advice = f" ({prose(callout.advice)})" if callout.advice not in {"", SIGN_OFF} else ""
    return f"| {callout.level} {place} | {prose(callout.message)}{advice} |"
