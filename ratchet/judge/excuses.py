"""What waivers say of the sites that they cover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, repeat

from ratchet.model.finding import State
from ratchet.model.value import replace
from ratchet.model.verdict import Delta, Judged
from ratchet.model.waiver import Waiver

__all__ = ["with_excuses"]

Key = tuple[str, str]


def with_excuses(
    findings: tuple[Judged, ...], deltas: Sequence[Delta], waivers: Sequence[Waiver]
) -> tuple[Judged, ...]:
    """As many sites as a waiver covers, with who granted it and why: the new ones, then the last of their unit."""
    said = _said(waivers)
    left = {key: delta.waived for delta in deltas if (key := (delta.unit, delta.rule)) in said}
    excuses: dict[int, str] = {}
    for each in _newest_first(findings) if left else ():
        key = (each.finding.unit, each.finding.rule)
        if left.get(key, 0) > 0:
            excuses[id(each)] = next(said[key], "")
            left[key] -= 1
    return tuple(replace(each, excuse=excuses[id(each)]) if id(each) in excuses else each for each in findings)


def _said(waivers: Sequence[Waiver]) -> dict[Key, Iterator[str]]:
    """For each unit and rule what its waivers say, each as often as it covers a site."""
    said: dict[Key, Iterator[str]] = {}
    for waiver in waivers:
        key, words = (waiver.path, waiver.rule), f"{waiver.owner}, until {waiver.expires}: {waiver.reason}"
        said[key] = chain(said.get(key, ()), repeat(words, waiver.allow))
    return said


def _newest_first(findings: Sequence[Judged]) -> Iterator[Judged]:
    yield from (each for each in findings if each.state is State.WAIVED)
    yield from (each for each in reversed(findings) if each.state not in {State.WAIVED, State.NEW})
