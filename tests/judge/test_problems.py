"""What keeps a tree from being judged, and what deserves a warning."""

from __future__ import annotations

from dataclasses import replace

from ratchet.judge.problems import allow_warnings, failures, problems, unresolved_warnings
from ratchet.model.errors import Mistake, Place
from ratchet.model.facts import Allow
from ratchet.model.graph import Unresolved
from ratchet.model.inspection import Failure, Inspection
from tests.judge.making import UNWRAP, book, site, tree


def complaints(*allows: Allow) -> list[tuple[str, str]]:
    head = tree(allows={"a.rs": allows})
    return [(mistake.message, mistake.hint) for mistake in allow_warnings(head, book())]


def test_a_tree_that_was_read_whole_has_no_problem() -> None:
    assert problems(tree(), tree(site())) == ()


def test_a_tree_in_which_nothing_was_inspected_cannot_be_judged() -> None:
    (problem,) = problems(tree(), tree(inspection=Inspection()))
    assert problem.message == "nothing was inspected: no file of a language that the rules speak of"
    assert "ratchet count" in problem.hint


def test_a_tree_in_which_everything_is_excluded_cannot_be_judged() -> None:
    (problem,) = problems(tree(), tree(inspection=Inspection(files=2, excluded=("a.rs", "b.rs"))))
    assert problem.message == "nothing was inspected: all 2 files are excluded"


def test_some_excluded_files_are_no_problem() -> None:
    assert problems(tree(), tree(inspection=Inspection(files=2, analysed=1, excluded=("a.rs",)))) == ()


def test_a_file_that_failed_is_unknown_and_never_clean() -> None:
    head = tree(failed=(Failure("a.rs", "a binary file", "exclude it"), Failure("b.rs", "conflict markers", "", 7)))
    expected = (
        Mistake("cannot be analysed: a binary file", Place("a.rs"), "exclude it"),
        Mistake("cannot be analysed: conflict markers", Place("b.rs", 7)),
    )
    assert failures(head) == expected
    assert problems(tree(), head) == expected


def test_a_file_that_no_longer_parses_cannot_be_judged() -> None:
    (problem,) = problems(tree(), tree(broken={"a.rs": 4}))
    assert (problem.message, problem.place) == (
        "does not parse, so what it contains is not known",
        Place("a.rs", 4),
    )


def test_files_that_no_longer_parse_come_in_the_order_of_their_paths() -> None:
    found = problems(tree(), tree(broken={"b.rs": 1, "a.rs": 2}))
    assert [str(problem.place) for problem in found] == ["a.rs:2", "b.rs:1"]


def test_a_file_that_never_parsed_is_no_new_problem() -> None:
    assert problems(tree(broken={"a.rs": 9}), tree(broken={"a.rs": 4})) == ()


def test_a_used_allow_with_a_reason_needs_no_attention() -> None:
    assert complaints(Allow(UNWRAP, "single thread", 3, used=True)) == []


def test_an_allow_without_a_reason_allows_nothing() -> None:
    (complaint,) = complaints(Allow(UNWRAP, "", 3, used=False))
    assert complaint[0] == "allow(rust/unwrap) gives no reason, so it allows nothing"


def test_an_allow_with_nothing_to_allow_should_go() -> None:
    assert complaints(Allow(UNWRAP, "was needed", 3, used=False)) == [
        ("allow(rust/unwrap) allows nothing here", "remove it")
    ]


def test_an_allow_of_an_unknown_rule_names_the_nearest() -> None:
    assert complaints(Allow("rust/unwarp", "typo", 3, used=False)) == [
        ("allow(rust/unwarp) names no rule that is in force", "did you mean `rust/unwrap`?")
    ]


def test_warnings_of_allows_come_in_the_order_of_file_and_line() -> None:
    leftover = Allow(UNWRAP, "was needed", 3, used=False)
    head = tree(allows={"b.rs": (leftover,), "a.rs": (leftover, Allow(UNWRAP, "", 9, used=False))})
    assert [str(mistake.place) for mistake in allow_warnings(head, book())] == ["a.rs:3", "a.rs:9", "b.rs:3"]


def test_imports_that_newly_lead_nowhere_are_named_and_those_of_before_are_not() -> None:
    old, new = Unresolved("m", "gone.one", Place("m.py", 1)), Unresolved("m", "gone.two", Place("m.py", 2))
    links = frozenset({("m", "n", "normal")})
    base = replace(tree(), links=links, unresolved=(old,))
    [warning] = unresolved_warnings(base, replace(tree(), unresolved=(old, new)))
    assert (warning.message, warning.place) == (
        "unresolved: gone.two; no rule sees what is behind it",
        Place("m.py", 2),
    )
    assert unresolved_warnings(tree(), replace(tree(), unresolved=(old, new))) == ()  # the base has no graph


def test_of_many_unresolved_imports_some_are_named_and_the_rest_counted() -> None:
    links = frozenset({("m", "n", "normal")})
    many = tuple(Unresolved("m", f"gone.x{number}", Place("m.py", number)) for number in range(1, 10))
    warnings = unresolved_warnings(replace(tree(), links=links), replace(tree(), unresolved=many))
    assert len(warnings) == 6
    assert "4 more imports" in warnings[-1].message
