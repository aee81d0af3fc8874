"""The waivers of two branches."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from ratchet.judge.merge_waivers import Written, merge_waivers
from tests.judge.making import waiver

SOON, LATE = date(2026, 12, 1), date(2027, 6, 1)
ADA = Written(waiver("a.rs"), "ada")
BOB = Written(replace(waiver("b.rs"), owner="@bob"), "bob")


def changed(was: Written, allow: int, expires: date, text: str = "changed") -> Written:
    return Written(replace(was.waiver, allow=allow, expires=expires), text)


def merge(base: list[Written], ours: list[Written], theirs: list[Written]) -> list[Written]:
    made = merge_waivers(base, ours, theirs)
    assert made == merge_waivers(base, theirs, ours)
    return list(made)


def test_both_sides_additions_are_kept_in_one_order() -> None:
    assert merge([], [BOB], [ADA]) == [ADA, BOB]
    assert merge([BOB], [BOB, ADA], [BOB]) == [BOB, ADA]


def test_what_both_sides_added_is_there_once() -> None:
    assert merge([], [ADA], [ADA]) == [ADA]
    longer = changed(ADA, 1, LATE)
    assert merge([], [ADA], [longer]) == [ADA]


def test_what_a_side_removed_is_gone() -> None:
    assert merge([ADA, BOB], [BOB], [ADA, BOB]) == [BOB]
    assert merge([ADA], [], [changed(ADA, 3, LATE)]) == []


def test_what_one_side_changed_is_taken() -> None:
    longer = changed(ADA, 1, LATE)
    assert merge([ADA], [longer], [ADA]) == [longer]


def test_what_both_sides_changed_gets_the_smaller_number_and_the_earlier_end() -> None:
    more, longer = changed(ADA, 3, SOON, "more"), changed(ADA, 2, LATE, "longer")
    (made,) = merge([ADA], [more], [longer])
    assert (made.waiver.allow, made.waiver.expires, made.text) == (2, SOON, "")
    assert merge([ADA], [more], [changed(ADA, 4, LATE)]) == [more]


def test_two_waivers_for_one_file_are_two() -> None:
    again = Written(replace(ADA.waiver, reason="another site"), "again")
    assert merge([ADA], [ADA], [ADA, again]) == [ADA, again]
    assert merge([ADA, again], [again], [ADA, again]) == [again]


def test_a_comment_that_one_side_changed_is_kept() -> None:
    noted = replace(ADA, text="# see #12\nada")
    assert merge([ADA, BOB], [noted, BOB], [ADA, BOB]) == [noted, BOB]
