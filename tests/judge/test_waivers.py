"""What waivers allow today, and which of them need attention."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from ratchet.judge.waivers import allowance, waiver_warnings
from ratchet.model.errors import Place
from ratchet.model.waiver import Waiver
from tests.judge.making import EXPECT, TODAY, UNWRAP, book, waiver

YESTERDAY, TOMORROW = TODAY - timedelta(days=1), TODAY + timedelta(days=1)
NAME = "the waiver of rust/unwrap for a.rs (@ada: the literal is a number)"


def warnings(each: Waiver, used: int) -> list[tuple[str, str]]:
    found = waiver_warnings([each], {("a.rs", UNWRAP): used} if used else {}, book(), TODAY)
    assert all(mistake.place == Place("baselines/waivers.toml", 3) for mistake in found)
    return [(mistake.message, mistake.hint) for mistake in found]


def test_no_waiver_allows_nothing() -> None:
    assert allowance([], TODAY) == {}


def test_waivers_of_one_rule_in_one_file_add_up() -> None:
    waivers = [waiver("a.rs", 1), waiver("a.rs", 2), waiver("b.rs", 3), waiver("a.rs", 4, of=EXPECT)]
    assert allowance(waivers, TODAY) == {("a.rs", UNWRAP): 3, ("b.rs", UNWRAP): 3, ("a.rs", EXPECT): 4}


@pytest.mark.parametrize(("expires", "allowed"), [(TOMORROW, 1), (TODAY, 1), (YESTERDAY, 0)])
def test_a_waiver_holds_to_the_end_of_its_last_day(expires: date, allowed: int) -> None:
    assert allowance([waiver(expires=expires)], TODAY).get(("a.rs", UNWRAP), 0) == allowed


def test_a_waiver_that_is_used_and_far_from_its_end_needs_no_attention() -> None:
    assert warnings(waiver(expires=TODAY + timedelta(days=15)), used=1) == []


def test_a_waiver_within_two_weeks_of_its_end_is_announced() -> None:
    soon = waiver(expires=TODAY + timedelta(days=14))
    assert warnings(soon, used=1) == [(f"{NAME} expires in 14 days", "fix the site before that")]


def test_a_waiver_that_ended_is_a_warning_whether_or_not_a_site_is_left() -> None:
    ended = waiver(expires=YESTERDAY)
    hint = "fix the site and remove the waiver, or ask its owner for a new one"
    assert warnings(ended, used=0) == [(f"{NAME} expired on 2026-11-15", hint)]
    assert warnings(ended, used=1) == warnings(ended, used=0)


def test_a_waiver_that_covers_nothing_should_go() -> None:
    assert warnings(waiver(), used=0) == [(f"{NAME} covers nothing", "remove it: the code is within its budget")]


def test_a_waiver_of_a_rule_that_is_not_in_force_should_go() -> None:
    other = replace(waiver(), rule=EXPECT)
    message = "the waiver of rust/expect for a.rs (@ada: the literal is a number) names a rule that is not in force"
    assert warnings(other, used=1) == [(message, "remove it")]
