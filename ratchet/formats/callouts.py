"""What a verdict points at, a callout each: the common ground of the formats that annotate code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from ratchet.formats.beyond import beyond
from ratchet.formats.blamed import blamed
from ratchet.formats.fingerprints import digest, fingerprints
from ratchet.formats.loosened import about
from ratchet.formats.paint import plural
from ratchet.formats.trace_text import path_words
from ratchet.model.errors import Mistake
from ratchet.model.facts import Span
from ratchet.model.finding import State
from ratchet.model.value import frozen, replace
from ratchet.model.verdict import Delta, Judged, Loosening, Verdict

__all__ = ["NOWHERE", "SIGN_OFF", "Callout", "Level", "callouts", "new_first", "number_callout"]

NOWHERE = "ratchet.toml"
"""The file to name where a format demands one and the callout is about none."""
SIGN_OFF = "undo it, or let a maintainer sign it off from outside the change: --signoff NAME"
_UNKNOWN = Span(0, 0, 0, 0)


class Level(StrEnum):
    """What follows from a callout: an error by itself keeps the check from passing, the others never do."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@frozen
class Callout:
    """Something said of a place; `code` is the rule, or `ratchet/…` where it is about the gate itself.

    An empty path, and a line or column 0, are unknown. `site` is there when it is about a finding, `onto` where only
    the tree has it that merging into that ref would give.
    """

    level: Level
    code: str
    message: str
    advice: str
    fingerprint: str
    path: str = ""
    span: Span = _UNKNOWN
    site: Judged | None = None
    onto: str = ""

    @property
    def way_out(self) -> str:
        """What to do about it."""
        return f"fix: {self.advice}" if self.site is not None else self.advice


def callouts(verdict: Verdict) -> tuple[Callout, ...]:
    """Problems, sites, swaps, loosenings and warnings; then what only the merged tree has."""
    own = tuple(_callouts(verdict))
    more = beyond(verdict)
    if more is None:
        return own
    return (*own, *(_once_merged(each, more.base.ref) for each in _callouts(more)))


def new_first(found: Sequence[Callout]) -> list[Callout]:
    """The errors before the warnings before the notes, and in each the new sites first."""
    levels = list(Level)
    return sorted(found, key=lambda each: (levels.index(each.level), not _is_new(each)))


def _is_new(callout: Callout) -> bool:
    return callout.site is not None and callout.site.state is State.NEW


def _once_merged(callout: Callout, ref: str) -> Callout:
    said = f"once merged into {ref}: {callout.message}"
    return replace(callout, message=said, onto=ref, fingerprint=digest(("merged", callout.fingerprint)))


def _callouts(verdict: Verdict) -> Iterator[Callout]:
    yield from (_mistake(each, Level.ERROR, "problem") for each in verdict.problems)
    prints = dict(zip(map(id, verdict.findings), fingerprints(each.finding for each in verdict.findings), strict=True))
    for delta, sites in blamed(verdict):
        level = Level.ERROR if delta.fails else Level.WARNING
        yield from (_site(each, level, prints[id(each)]) for each in sites)
        if not sites:
            yield number_callout(delta, level)
    yield from _swaps(verdict)
    level = Level.NOTE if verdict.signoff else Level.ERROR
    advice = f"signed off by {verdict.signoff}" if verdict.signoff else SIGN_OFF
    yield from (_loosening(each, level, advice) for each in verdict.loosenings)
    yield from (_mistake(each, Level.WARNING, "warning") for each in verdict.warnings)


def _swaps(verdict: Verdict) -> Iterator[Callout]:
    files = {each.finding.path for each in verdict.findings}
    for swap in verdict.swaps:
        if swap.fails:
            said = f"{plural(swap.number, 'site')} of {swap.rule} in {swap.unit} for as many others"
            name = digest(("swap", swap.rule, swap.unit))
            path = swap.unit if swap.unit in files else ""
            yield Callout(Level.ERROR, swap.rule, said, "run: ratchet diff", name, path)


def _mistake(mistake: Mistake, level: Level, code: str) -> Callout:
    place = mistake.place
    path, line, column = (place.path, place.line, place.column) if place else ("", 0, 0)
    name = digest((code, mistake.message, path))
    span = Span(line, column, line, column)
    return Callout(level, f"ratchet/{code}", mistake.message, mistake.hint, name, path, span)


def _site(each: Judged, level: Level, fingerprint: str) -> Callout:
    finding = each.finding
    said = each.message + path_words(finding)
    return Callout(
        level, finding.rule, said, each.rule.advice, fingerprint, finding.path, finding.span, each
    )  # fmt: skip


def number_callout(delta: Delta, level: Level) -> Callout:
    """A number over its limit that no site explains."""
    said = f"{delta.unit} has {delta.count} of {delta.rule}, its limit is {delta.limit}"
    return Callout(level, delta.rule, said, f"run: ratchet explain {delta.rule}", digest((delta.rule, delta.unit)))


def _loosening(each: Loosening, level: Level, advice: str) -> Callout:
    said = "; ".join(part for part in (f"{each.what}: {about(each)}".rstrip(": "), each.detail) if part)
    name = digest((each.what, each.rule, each.unit, each.path))
    span = Span(each.line, 0, each.line, 0)
    return Callout(level, f"ratchet/{each.what}", f"loosened: {said}", advice, name, each.path, span)
