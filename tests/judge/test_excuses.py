"""What waivers say of the sites that they cover."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from ratchet.judge.excuses import with_excuses
from ratchet.model.finding import State
from ratchet.model.verdict import Delta, DeltaKind, Judged
from ratchet.model.waiver import Waiver
from tests.judge.making import UNWRAP, book, sites


def waiver(allow: int, reason: str, unit: str = "a.rs") -> Waiver:
    return Waiver(UNWRAP, unit, allow, reason, "@ada", date(2026, 12, 31))


def judged(*states: State) -> tuple[Judged, ...]:
    rule = book().rules[UNWRAP]
    return tuple(Judged(site, state, rule, "") for site, state in zip(sites("a.rs", len(states)), states, strict=True))


def delta(waived: int) -> Delta:
    return Delta(UNWRAP, "a.rs", 0, 0, 9, DeltaKind.SAME, None, waived=waived)


def reasons(found: tuple[Judged, ...]) -> list[str]:
    return [each.excuse.partition(": ")[2] for each in found]


def test_a_waiver_says_why_of_as_many_sites_as_it_covers_and_a_second_one_of_the_next() -> None:
    new = judged(State.NEW, State.WAIVED, State.WAIVED, State.WAIVED)
    found = with_excuses(new, [delta(3)], [waiver(1, "first"), waiver(2, "second")])
    assert reasons(found) == ["", "first", "second", "second"]
    assert found[1].excuse == "@ada, until 2026-12-31: first"


def test_of_known_sites_a_waiver_excuses_the_last_and_of_new_ones_none_that_it_does_not_cover() -> None:
    known = judged(State.KNOWN, State.MOVED, State.KNOWN, State.NEW)
    found = with_excuses(known, [delta(2)], [waiver(5, "why"), waiver(1, "elsewhere", "b.rs")])
    assert reasons(found) == ["", "why", "why", ""]


def test_a_waiver_of_another_unit_excuses_nothing() -> None:
    known = judged(State.WAIVED)
    assert with_excuses(known, [delta(1)], [waiver(1, "why", "b.rs")]) == known
    moved = tuple(replace(each, finding=replace(each.finding, of="crate:shop")) for each in known)
    assert with_excuses(moved, [delta(1)], [waiver(1, "why")]) == moved
    crate = replace(delta(1), unit="crate:shop")
    assert reasons(with_excuses(moved, [crate], [waiver(1, "why", "crate:shop")])) == ["why"]
