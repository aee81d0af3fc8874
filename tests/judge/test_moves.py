"""Which sites stayed, which are new, which are gone, and which only moved."""

from __future__ import annotations

from dataclasses import replace

from ratchet.judge.moves import Matching, match
from tests.judge.making import EXPECT, site, sites


def test_nothing_and_nothing_match() -> None:
    assert match([], []) == Matching((), (), (), ())


def test_a_site_on_another_line_is_the_same_site() -> None:
    old, new = site(line=3), site(line=30)
    assert match([old], [new]) == Matching(((old, new),), (), (), ())


def test_a_site_in_another_column_is_the_same_site() -> None:
    old = site()
    new = replace(old, span=replace(old.span, column=40))
    assert match([old], [new]).kept == ((old, new),)


def test_an_edited_expression_in_the_same_function_is_the_same_site() -> None:
    old, new = site(expression="x()"), site(expression="y()")
    assert match([old], [new]) == Matching(((old, new),), (), (), ())


def test_the_same_expression_is_preferred_to_an_edited_one() -> None:
    same, gone = site(expression="x()", line=2), site(expression="z()", line=1)
    now, edited = site(expression="x()", line=1), site(expression="y()", line=2)
    assert match([same, gone], [now, edited]).kept == ((same, now), (gone, edited))


def test_an_edited_expression_in_another_function_is_a_new_site() -> None:
    old, new = site(symbol="f", expression="x()"), site(symbol="g", expression="y()")
    assert match([old], [new]) == Matching((), (), (new,), (old,))


def test_the_same_function_in_another_file_has_moved() -> None:
    old, new = site("a.rs"), site("b.rs", line=9)
    assert match([old], [new]) == Matching((), ((old, new),), (), ())


def test_an_edited_site_in_another_file_is_new() -> None:
    old, new = site("a.rs", expression="x()"), site("b.rs", expression="y()")
    assert match([old], [new]) == Matching((), (), (new,), (old,))


def test_a_renamed_function_in_the_same_file_is_new_as_nothing_of_it_is_known() -> None:
    old, new = site(symbol="f", expression="x()"), site(symbol="g", expression="x()")
    assert match([old], [new]) == Matching((), (), (new,), (old,))


def test_two_rules_are_never_paired() -> None:
    old, new = site(), site(of=EXPECT)
    assert match([old], [new]) == Matching((), (), (new,), (old,))


def test_a_copy_is_one_site_kept_and_one_added() -> None:
    old, stayed, copy = site("a.rs"), site("a.rs"), site("b.rs")
    assert match([old], [copy, stayed]) == Matching(((old, stayed),), (), (copy,), ())


def test_of_two_equal_sites_one_may_go_and_one_may_move() -> None:
    first, second = site("a.rs", line=1), site("b.rs", line=1)
    now = site("c.rs")
    assert match([first, second], [now]) == Matching((), ((first, now),), (), (second,))


def test_the_one_too_many_among_edited_sites_is_the_last() -> None:
    old, new = sites("a.rs", 2), tuple(site("a.rs", "f", f"y{line}()", line) for line in (1, 2, 3))
    assert match(old, new).added == (new[2],)


def test_the_order_in_which_sites_are_given_does_not_matter() -> None:
    old, new = sites("a.rs", 3), (*sites("b.rs", 2), *sites("a.rs", 2))
    assert match(old, new) == match(old[::-1], new[::-1])


def test_sites_that_are_the_same_objects_on_both_sides_stay_and_what_is_beside_them_does_not_hide() -> None:
    same, beside, elsewhere = site("a.rs", line=1), site("a.rs", "g", "y()", line=2), site("b.rs", "h", "z()")
    assert match([same], [same, beside]) == Matching(((same, same),), (), (beside,), ())
    assert match([same, beside], [same]) == Matching(((same, same),), (), (), (beside,))
    assert match([same], [same, elsewhere]) == Matching(((same, same),), (), (elsewhere,), ())
    assert match([same, elsewhere], [same]) == Matching(((same, same),), (), (), (elsewhere,))


def test_the_same_object_twice_on_one_side_is_two_sites() -> None:
    same = site()
    assert match([same, same], [same]) == Matching(((same, same),), (), (), (same,))
