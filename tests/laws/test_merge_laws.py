"""What must hold for every merge of every three baselines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from ratchet.judge.renamed_tables import renames
from ratchet.model.baseline import Budgets, total
from ratchet.model.waiver import Waiver
from tests.laws.merging import (
    FILES,
    RULES,
    RULES_FILE,
    WAIVERS,
    any_budgets,
    any_meanings,
    any_waivers,
    budgets,
    budgets_text,
    lowered,
    meanings,
    meanings_text,
    merged,
    renamed_and_lowered,
    waivers,
    waivers_text,
)

three_budgets = st.tuples(any_budgets(), any_budgets(), any_budgets())
three_meanings = st.tuples(any_meanings(), any_meanings(), any_meanings())
three_waivers = st.tuples(any_waivers(), any_waivers(), any_waivers())
texts = st.one_of(
    st.tuples(st.just(FILES), three_budgets.map(lambda sides: tuple(map(budgets_text, sides)))),
    st.tuples(st.just(RULES_FILE), three_meanings.map(lambda sides: tuple(map(meanings_text, sides)))),
    st.tuples(st.just(WAIVERS), three_waivers.map(lambda sides: tuple(map(waivers_text, sides)))),
)
Texts = tuple[str, tuple[bytes, ...]]
Three = tuple[Budgets, Budgets, Budgets]


def number(side: Budgets, unit: str, rule: str) -> int:
    return side.get(unit, {}).get(rule, 0)


def entries(*sides: Budgets) -> Iterator[tuple[str, str]]:
    yield from sorted({(unit, rule) for side in sides for unit in side for rule in RULES})


def names(base: Budgets, side: Budgets) -> Mapping[str, str]:
    """The names that a side gave to files, by the new name."""
    return {new: old for old, new in renames(base, side).items()}


@given(texts)
@settings(max_examples=300)
def test_the_sides_can_be_swapped(given_texts: Texts) -> None:
    path, (base, ours, theirs) = given_texts
    one, other = merged(path, base, ours, theirs), merged(path, base, theirs, ours)
    assert one == other
    assert merged(path, None, ours, theirs) == merged(path, None, theirs, ours)


@given(texts)
def test_what_both_sides_say_is_left_byte_for_byte(given_texts: Texts) -> None:
    path, (base, side, _) = given_texts
    assert merged(path, base, side, side).text == merged(path, side, side, side).text == side


@given(texts)
def test_merging_a_merge_with_a_side_again_changes_nothing_more(given_texts: Texts) -> None:
    path, (base, ours, _) = given_texts
    once = merged(path, base, base, ours)
    assert merged(path, base, once.text, once.text).text == once.text


@given(three_budgets)
@settings(max_examples=500)
def test_no_number_is_above_both_sides(sides: Three) -> None:
    """A file that a side renamed is one file: its number on the other side stands under the old name."""
    base, ours, theirs = sides
    made = budgets(base, ours, theirs)
    mine, yours = names(base, ours), names(base, theirs)
    for unit, rule in entries(made):
        said = [
            number(side, name, rule)
            for side in (ours, theirs)
            for name in (unit, mine.get(unit), yours.get(unit))
            if name
        ]
        assert number(made, unit, rule) <= max(said)


@given(three_budgets)
@settings(max_examples=500)
def test_what_a_side_lowered_stays_lowered(sides: Three) -> None:
    base, ours, theirs = sides
    made = budgets(base, ours, theirs)
    for unit, rule in entries(base):
        for side in (ours, theirs):
            if number(side, unit, rule) < number(base, unit, rule):
                assert number(made, unit, rule) <= number(side, unit, rule)


@given(three_budgets)
@settings(max_examples=500)
def test_no_total_is_above_that_of_either_side_nor_above_the_ancestors(sides: Three) -> None:
    """Of a rule that the ancestor has numbers for; where both sides raised the same number, that one is theirs."""
    base, ours, theirs = sides
    made = budgets(base, ours, theirs)
    for rule in RULES:
        if total(base, rule):
            assert total(made, rule) <= min(total(ours, rule), total(theirs, rule))


@given(three_budgets)
@settings(max_examples=500)
def test_a_raise_survives_only_where_budgets_moved_or_both_sides_say_it(sides: Three) -> None:
    base, ours, theirs = sides
    made = budgets(base, ours, theirs)
    for rule in RULES:
        agreed = sum(
            max(0, number(ours, unit, rule) - number(base, unit, rule))
            for unit, of in entries(ours)
            if of == rule and number(ours, unit, rule) == number(theirs, unit, rule)
        )
        if total(base, rule):
            assert total(made, rule) <= total(base, rule) + agreed


@given(st.data(), any_budgets())
@settings(max_examples=300)
def test_two_branches_that_only_lower_keep_the_smaller_number_of_each_pair(data: st.DataObject, base: Budgets) -> None:
    ours, theirs = data.draw(lowered(base)), data.draw(lowered(base))
    made = budgets(base, ours, theirs)
    for unit, rule in entries(base, made):
        assert number(made, unit, rule) == min(number(ours, unit, rule), number(theirs, unit, rule))


@given(st.data(), any_budgets())
@settings(max_examples=300)
def test_the_order_in_which_branches_are_merged_does_not_matter(data: st.DataObject, base: Budgets) -> None:
    branches = [data.draw(renamed_and_lowered(base, each)) for each in range(3)]
    results = [
        reduce(lambda main, branch: budgets(base, main, branch), order, base) for order in permutations(branches)
    ]
    assert all(result == results[0] for result in results)


@given(st.data(), any_budgets())
@settings(max_examples=300)
def test_a_file_that_one_branch_renames_keeps_what_the_other_lowers_in_it(data: st.DataObject, base: Budgets) -> None:
    moved = {f"new/{unit}": entry for unit, entry in base.items()}
    less = data.draw(lowered(base))
    assert budgets(base, moved, less) == {f"new/{unit}": entry for unit, entry in less.items()}


@given(st.data(), any_budgets())
def test_branches_that_change_different_tables_get_both_changes(data: st.DataObject, base: Budgets) -> None:
    mine = data.draw(st.sets(st.sampled_from(sorted(base)))) if base else set()
    less = data.draw(lowered(base)), data.draw(lowered(base))
    ours = {unit: entry for unit in base if (entry := (less[0] if unit in mine else base).get(unit))}
    theirs = {unit: entry for unit in base if (entry := (base if unit in mine else less[1]).get(unit))}
    expected = {unit: entry for unit in base if (entry := (less[0] if unit in mine else less[1]).get(unit))}
    assert budgets(base, ours, theirs) == expected


@given(three_meanings)
def test_only_a_rule_that_both_sides_changed_differently_is_in_conflict(
    sides: tuple[Mapping[str, str], Mapping[str, str], Mapping[str, str]],
) -> None:
    base, ours, theirs = sides
    found = {rule for rule in ours.keys() | theirs.keys() if len({s.get(rule) for s in sides}) == 3}
    said = " ".join(each.message for each in meanings(base, ours, theirs).conflicts)
    assert {rule for rule in (*RULES, "own/rule") if rule in said} == found


@given(three_waivers)
@settings(max_examples=300)
def test_a_waiver_of_the_merge_allows_no_more_and_no_longer_than_one_of_a_side(
    sides: tuple[tuple[Waiver, ...], ...],
) -> None:
    base, ours, theirs = sides
    for each in waivers(base, ours, theirs):
        alike = [w for side in (ours, theirs) for w in side if (w.rule, w.path) == (each.rule, each.path)]
        assert any(w.allow >= each.allow and w.expires >= each.expires for w in alike)


@given(three_waivers)
@settings(max_examples=300)
def test_a_waiver_that_a_side_removed_is_gone_and_what_a_side_added_is_there(
    sides: tuple[tuple[Waiver, ...], ...],
) -> None:
    base, ours, theirs = sides
    made = Counter((w.rule, w.path) for w in waivers(base, ours, theirs))
    had, mine, yours = (Counter((w.rule, w.path) for w in side) for side in sides)
    for key in had | mine | yours:
        gone = max(0, had[key] - mine[key]), max(0, had[key] - yours[key])
        new = max(0, mine[key] - had[key]), max(0, yours[key] - had[key])
        assert max(0, had[key] - sum(gone)) + max(new) <= made[key] <= had[key] - max(gone) + sum(new)
