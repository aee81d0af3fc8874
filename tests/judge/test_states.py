"""Each finding of the head with its state and its message."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ratchet.judge.compare import Blame, compare
from ratchet.judge.moves import match
from ratchet.judge.states import judged
from ratchet.model.finding import State
from ratchet.model.measured import Measured
from ratchet.model.verdict import Judged
from tests.judge.making import UNWRAP, book, site, sites, tree


def states(
    before: Measured, now: Measured, budgets: Mapping[str, int], waived: Mapping[str, int] | None = None
) -> tuple[Judged, ...]:
    matching = match(before.findings, now.findings)
    allowed = {(path, UNWRAP): number for path, number in (waived or {}).items()}
    files = {path: {UNWRAP: number} for path, number in budgets.items()}
    deltas = compare(before, now, matching, files, allowed, book(), Blame.TREE)
    return judged(before, now, matching, deltas, book())


def test_a_site_of_the_base_is_known() -> None:
    assert [each.state for each in states(tree(site(line=2)), tree(site(line=7)), {"a.rs": 1})] == [State.KNOWN]


def test_a_site_that_was_elsewhere_has_moved() -> None:
    assert [each.state for each in states(tree(site("a.rs")), tree(site("b.rs")), {"a.rs": 1})] == [State.MOVED]


def test_a_site_that_was_nowhere_is_new_also_where_the_budget_has_room() -> None:
    assert [each.state for each in states(tree(), tree(site()), {})] == [State.NEW]
    assert [each.state for each in states(tree(), tree(site()), {"a.rs": 5})] == [State.NEW]


def test_a_waiver_covers_as_many_new_sites_as_it_allows() -> None:
    found = states(tree(), tree(*sites("a.rs", 3)), {}, {"a.rs": 2})
    assert [each.state for each in found] == [State.WAIVED, State.WAIVED, State.NEW]


def test_a_waiver_covers_no_known_site() -> None:
    found = states(tree(*sites("a.rs", 1)), tree(*sites("a.rs", 2)), {"a.rs": 1}, {"a.rs": 1})
    assert [each.state for each in found] == [State.KNOWN, State.WAIVED]


def test_a_waiver_that_a_known_site_needs_covers_no_new_one() -> None:
    old, new = site("a.rs", "old", line=9), site("a.rs", "new", line=2)
    found = states(tree(old), tree(new, old), {}, {"a.rs": 1})
    assert {each.finding.local_symbol: each.state for each in found} == {"new": State.NEW, "old": State.KNOWN}
    found = states(tree(old), tree(new, old), {}, {"a.rs": 2})
    assert {each.finding.local_symbol: each.state for each in found} == {"new": State.WAIVED, "old": State.KNOWN}


def test_a_waiver_covers_nothing_in_another_file() -> None:
    assert [each.state for each in states(tree(), tree(site("a.rs")), {}, {"b.rs": 1})] == [State.NEW]


def test_the_findings_come_in_the_order_of_the_tree() -> None:
    now = tree(*sites("b.rs", 2), *sites("a.rs", 2))
    assert [each.finding for each in states(tree(), now, {})] == list(now.findings)


def test_the_message_says_what_where_why_and_the_numbers() -> None:
    (found,) = states(tree(), tree(site("a.rs", "Cart::first")), {})
    assert found.message == ("`.unwrap()` in c::Cart::first: it waits for its input (a.rs has 1, its budget is 0)")
    assert found.rule.id == UNWRAP


def test_a_site_outside_any_symbol_has_no_place_in_its_message() -> None:
    (found,) = states(tree(), tree(replace(site(), symbol="")), {})
    assert found.message.startswith("`.unwrap()`: it waits")
