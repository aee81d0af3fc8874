"""Two branches' numbers: each case a statement about what three versions of a ledger make."""

from __future__ import annotations

import pytest

from ratchet.judge.merge_budgets import merge_budgets, smaller_budgets
from ratchet.judge.renamed_tables import renames
from ratchet.model.baseline import Budgets
from ratchet.model.reports import Lowered

RULE = "rust/unwrap"


def ledger(**numbers: int) -> Budgets:
    """`ledger(a=1)`: the file `a` may have one site."""
    return {unit: {RULE: number} for unit, number in numbers.items() if number}


def merge(base: Budgets, ours: Budgets, theirs: Budgets) -> Budgets:
    """The merge, which is the same with the sides swapped."""
    made = merge_budgets(base, ours, theirs)
    assert made == merge_budgets(base, theirs, ours)
    return made.budgets


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "made"),
    [
        (3, 2, 3, 2),
        (3, 2, 1, 1),
        (3, 2, 2, 2),
        (3, 0, 3, 0),
        (3, 0, 1, 0),
        (3, 5, 3, 3),
        (3, 5, 4, 3),
        (3, 5, 2, 2),
        (3, 5, 0, 0),
        (3, 5, 5, 5),
        (0, 2, 0, 2),
        (0, 2, 1, 1),
    ],
    ids=[
        "one side lowered", "both lowered", "both lowered alike", "one side removed", "one removed, one lowered",
        "one side raised", "both raised", "one raised, one lowered", "one raised, one removed", "both raised alike",
        "one side adopted", "both adopted",
    ],
)  # fmt: skip
def test_one_number(base: int, ours: int, theirs: int, made: int) -> None:
    assert merge(ledger(a=base), ledger(a=ours), ledger(a=theirs)) == ledger(a=made)


def test_a_raise_that_is_undone_is_told() -> None:
    made = merge_budgets(ledger(a=3, b=1), ledger(a=5, b=1), ledger(a=3))
    assert made.undone == (Lowered("a", RULE, 5, 3),)
    assert merge_budgets(ledger(a=3), ledger(a=5), ledger(a=5)).undone == ()


def test_a_renamed_file_keeps_what_the_other_side_lowered_in_it() -> None:
    assert merge(ledger(old=3, x=3), ledger(new=3, x=3), ledger(old=2, x=3)) == ledger(new=2, x=3)
    assert merge(ledger(old=3), ledger(new=3), {}) == {}
    assert merge(ledger(old=3), ledger(new=3), ledger(new=3)) == ledger(new=3)
    assert merge(ledger(old=3), ledger(new=2), ledger(old=1)) == ledger(new=1)


def test_a_renamed_file_takes_along_a_rule_that_the_other_side_adopts() -> None:
    theirs = {"old": {RULE: 3, "rust/expect": 2}}
    assert merge(ledger(old=3), ledger(new=3), theirs) == {"new": {RULE: 3, "rust/expect": 2}}


def test_code_that_moved_between_files_takes_its_budget_along() -> None:
    assert merge(ledger(a=3, b=1), ledger(a=2, b=2), ledger(a=3, b=1, c=0)) == ledger(a=2, b=2)
    assert merge(ledger(a=3, b=1, c=1), ledger(a=2, b=2, c=1), ledger(a=3, b=1)) == ledger(a=2, b=2)


def test_what_one_side_moved_and_the_other_fixed_is_fixed() -> None:
    base = ledger(a=2, b=1)
    assert merge(base, ledger(b=3), ledger(b=1)) == ledger(b=1)
    assert merge(base, ledger(b=3), ledger(a=1, b=1)) == ledger(b=2)


def test_what_both_sides_moved_alike_is_moved_once() -> None:
    assert merge(ledger(a=2, b=1), ledger(b=3), ledger(a=1, b=2)) == ledger(b=3)


def test_files_that_the_sides_named_differently_do_not_double_a_budget() -> None:
    made = merge(ledger(old=3), ledger(one=3), ledger(two=3))
    assert sum(entry[RULE] for entry in made.values()) == 3


def test_a_side_that_raises_in_all_has_its_moves_undone_too() -> None:
    assert merge(ledger(a=2, b=1), ledger(a=1, b=3), ledger(a=2, b=1, c=0)) == ledger(a=1, b=1)


def test_without_an_ancestor_the_smaller_number_of_each_pair_counts() -> None:
    ours, theirs = ledger(a=3, b=1, c=2), ledger(a=1, b=2)
    assert smaller_budgets(ours, theirs).budgets == smaller_budgets(theirs, ours).budgets == ledger(a=1, b=1)


def test_a_renamed_directory_is_followed_file_by_file() -> None:
    before = {f"src/{name}/mod.rs": {RULE: 1} for name in "abcdef"}
    after = {f"lib/{name}/mod.rs": {RULE: 1} for name in "abcdef"}
    assert renames(before, after) == {f"src/{name}/mod.rs": f"lib/{name}/mod.rs" for name in "abcdef"}


def test_a_table_that_allows_more_is_no_rename() -> None:
    assert renames(ledger(old=1), ledger(new=2)) == {}
    assert renames({"a/x": {RULE: 1}}, {"b/x": {RULE: 1, "rust/expect": 1}}) == {}


def test_a_rename_is_not_guessed_among_several() -> None:
    assert renames(ledger(old=1), ledger(one=1, two=1)) == {}
    assert renames(ledger(old=1, older=1), ledger(new=1)) == {}


def test_very_many_tables_do_not_stall_it() -> None:
    before = {f"a{number}": {RULE: 1} for number in range(3_000)}
    after = {f"b{number}": {RULE: 1} for number in range(3_000)}
    assert renames(before, after) == {}
