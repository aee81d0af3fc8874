"""A verdict for people: each new site with its frame, the numbers, and the next command."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ratchet.formats.frames import frame
from ratchet.formats.inspected import inspected_lines
from ratchet.formats.mistakes import mistake_lines
from ratchet.formats.paint import PLAIN, Paint, inert, plural
from ratchet.formats.tables import table
from ratchet.model.finding import State
from ratchet.model.rule import Phase
from ratchet.model.verdict import Cause, Delta, DeltaKind, Exit, Judged, Loosening, Verdict

__all__ = ["TextStyle", "render"]


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How much to show, and in which colours; `expires` is the date that a suggested waiver would carry."""

    paint: Paint = PLAIN
    most: int = 50
    expires: str = "YYYY-MM-DD"


_OVER = (DeltaKind.WORSE, DeltaKind.NEW)
_UNDER = (DeltaKind.BETTER, DeltaKind.GONE)


def render(verdict: Verdict, style: TextStyle) -> str:
    """The whole report; it ends with one line that says how it went."""
    paint = style.paint
    lines = [
        *mistake_lines(verdict.problems, "cannot judge", paint),
        *mistake_lines(verdict.warnings, "warning", paint),
        *_sites(verdict, style),
        *_loosenings(verdict.loosenings, paint),
        *_numbers(verdict, paint),
        *_closing(verdict, paint),
    ]
    return "\n".join(lines) + "\n"


def _sites(verdict: Verdict, style: TextStyle) -> Iterator[str]:
    over = {(delta.unit, delta.rule): delta for delta in verdict.deltas if delta.kind in _OVER}
    shown = [(site, over[site.finding.path, site.finding.rule]) for site in _blamed(verdict, over)]
    for site, delta in shown[: style.most]:
        yield from _site(site, delta, style)
        yield ""
    if len(shown) > style.most:
        hidden = plural(len(shown) - style.most, "more site" if style.most else "site")
        yield f"… {hidden} not shown; all with: --max-findings {len(shown)}"
        yield ""


def _blamed(verdict: Verdict, over: dict[tuple[str, str], Delta]) -> Iterator[Judged]:
    """The new sites of each file over its limit; all of them where none is new. Inherited debt has its row below."""
    with_new = {(each.finding.path, each.finding.rule) for each in verdict.findings if each.state is State.NEW}
    for each in verdict.findings:
        delta = over.get((each.finding.path, each.finding.rule))
        if delta is None or each.rule.phase is Phase.OBSERVE or (delta.cause is Cause.INHERITED and not delta.fails):
            continue
        if each.state is State.NEW or (delta.unit, delta.rule) not in with_new:
            yield each


def _site(site: Judged, delta: Delta, style: TextStyle) -> Iterator[str]:
    paint, finding = style.paint, site.finding
    word = paint.red("error") if delta.fails else paint.yellow("warning")
    yield f"{word}{paint.bold(f'[{inert(finding.rule)}]: {inert(site.rule.because)}')}"
    where = f"{inert(finding.path)}:{finding.span.line}:{finding.span.column}"
    yield f"  {paint.blue('-->')} {where}{f' in {inert(finding.symbol)}' if finding.symbol else ''}"
    yield from frame(site.frame, finding.span, "new" if site.state is State.NEW else "over budget", paint)
    mark = paint.blue("=")
    waiver = f" with {plural(delta.waived, 'site')} waived" if delta.waived else ""
    yield f"  {mark} budget: {inert(finding.path)} {delta.budget} → {delta.count}{waiver}"
    yield f"  {mark} fix: {inert(site.rule.advice)}"
    if delta.fails:
        yield f"  {mark} if it is right: {_waive(delta, style)}"


def _waive(delta: Delta, style: TextStyle) -> str:
    """The command, safe to paste whatever the file is called."""
    what = f"{shlex.quote(inert(delta.rule))} {shlex.quote(inert(delta.unit))}"
    extra = delta.count - delta.budget
    return f'ratchet waive {what} --allow {extra} --reason "…" --owner "…" --expires {style.expires}'


def _loosenings(loosenings: Sequence[Loosening], paint: Paint) -> Iterator[str]:
    for each in loosenings:
        about = " in ".join(part for part in (inert(each.rule), inert(each.unit)) if part)
        change = f" {inert(each.before) or '0'} → {inert(each.after)}" if each.after and each.after != each.unit else ""
        yield f"{paint.yellow('loosened')}{paint.bold(f'[{inert(each.what)}]: {about}{change}'.rstrip(': '))}"
        yield f"  {paint.blue('-->')} {inert(each.path)}{f':{each.line}' if each.line else ''}"
        if each.detail:
            yield f"  {paint.blue('=')} {inert(each.detail)}"
    if loosenings:
        yield ""


def _numbers(verdict: Verdict, paint: Paint) -> list[str]:
    rows = []
    for delta in verdict.deltas:
        change = delta.count - delta.budget
        numbers = f"{delta.budget} → {delta.count}", f"{change:+d}" if change else ""
        rows.append((inert(delta.unit), inert(delta.rule), *numbers, _word(delta)))
    lines = table(("file", "rule", "budget → now", "", ""), rows, "llrrl", paint)
    return [*lines, ""] if lines else []


def _word(delta: Delta) -> str:
    if delta.kind in _OVER:
        if delta.cause is Cause.INHERITED:
            return "over budget" if delta.fails else "over budget before this change"
        return delta.kind if delta.fails else f"{delta.kind} (does not block)"
    if delta.kind in _UNDER:
        return "done" if not delta.count else delta.kind
    return f"{delta.waived} waived" if delta.waived else str(delta.cause or delta.kind)


def _closing(verdict: Verdict, paint: Paint) -> Iterator[str]:
    yield from inspected_lines(verdict.inspection, paint)
    if not verdict.problems:
        yield from _better([delta for delta in verdict.deltas if delta.kind in _UNDER], paint)
    yield _last(verdict, paint)


def _better(better: Sequence[Delta], paint: Paint) -> Iterator[str]:
    """Celebrate what improved: what is still to be locked in, and what this change has locked in already."""
    for locked, what in ((True, "locked in by this change"), (False, "lock it in: ratchet tighten")):
        chosen = [delta for delta in better if delta.locked is locked]
        if chosen:
            freed = sum(delta.budget - delta.count for delta in chosen)
            yield paint.green(f"better: {plural(freed, 'site')} fewer in {plural(len(chosen), 'budget')}; {what}")


def _last(verdict: Verdict, paint: Paint) -> str:
    """The one line that says how it went, and what to do."""
    failing = [delta for delta in verdict.deltas if delta.fails]
    held = f"{plural(len(verdict.rules), 'rule')}, {plural(sum(line.count for line in verdict.rules), 'site')}"
    base = verdict.base
    against = f"against {inert(base.ref)} ({inert(base.id[:12])})" if base.id else "(nothing is committed yet)"
    if verdict.exit_code is Exit.WORSE:
        first = failing[0]
        what = f"{plural(len(failing), 'budget')} exceeded {against}. Next: ratchet explain {inert(first.rule)}"
        return f"{paint.red('FAIL')}  {what}"
    if verdict.exit_code is Exit.CANNOT_JUDGE:
        return f"{paint.red('CANNOT JUDGE')}  {plural(len(verdict.problems), 'problem')} above; nothing passes unseen"
    if verdict.exit_code is Exit.NEEDS_REVIEW:
        what = f"nothing got worse, but the change loosens the gate in {plural(len(verdict.loosenings), 'place')}"
        return f"{paint.yellow('NEEDS REVIEW')}  {what}. A maintainer lets it pass with --signoff NAME"
    signed = f"; {plural(len(verdict.loosenings), 'loosening')} signed off by {inert(verdict.signoff)}"
    over = any(delta.kind in _OVER for delta in verdict.deltas)
    what = "nothing that blocks got worse" if over else "nothing got worse"
    return f"{paint.green('PASS')}  {what} {against}: {held}{signed if verdict.loosenings else ''}"
