"""What a rule does not hold against somebody: why, until when, and what is said when that is over."""

from __future__ import annotations

from datetime import date

import pytest

from tests.kinds.fitting import evidence, graph, only_rule, remarks, units
from tests.rulebook.complaints import complaints

GRAPH = graph("a>t b>t c>m m>t", outside="t m")


def rule(*excepted: str) -> str:
    return f"deny: {{from: 'crate:*', to: ext:t, except: [{', '.join(excepted)}]}}"


@pytest.mark.parametrize(
    ("excepted", "numbers"),
    [
        ("{from: crate:a, why: w}", {"b -> t": 1, "c -> m": 1}),
        ("{from: [crate:a, crate:b], why: w}", {"c -> m": 1}),
        ("{from: crate:a, to: ext:t, why: w}", {"b -> t": 1, "c -> m": 1}),
        ("{from: crate:c, to: ext:m, why: w}", {"a -> t": 1, "b -> t": 1}),
        ("{from: crate:c, to: ext:t, why: w}", {"a -> t": 1, "b -> t": 1}),
        ("{to: ext:t, why: w}", {}),
        ("{from: ['crate:*', '!crate:b'], why: w}", {"b -> t": 1}),
        ("{from: crate:a, why: w, until: 2026-11-16}", {"b -> t": 1, "c -> m": 1}),
    ],
)
def test_an_exception_excuses_whom_it_names(excepted: str, numbers: dict[str, int]) -> None:
    assert units(rule(excepted), GRAPH) == numbers
    assert remarks(rule(excepted), GRAPH) == []


def test_an_exception_that_excuses_nothing_is_a_warning() -> None:
    said = rule("{from: crate:a, to: ext:m, why: was needed once, owner: ada}")
    assert remarks(said, GRAPH) == ["the exception for crate:a -> ext:m (ada: was needed once) excuses nothing"]


def test_what_the_first_of_two_exceptions_excuses_the_second_does_not() -> None:
    said = rule("{to: ext:t, why: all}", "{from: crate:a, why: one}")
    assert units(said, GRAPH) == {}
    assert remarks(said, GRAPH) == ["the exception for crate:a (one) excuses nothing"]


def test_on_the_day_after_its_last_an_exception_counts_again_and_says_so() -> None:
    said = rule("{from: crate:a, why: w, until: 2026-11-15}")
    assert units(said, GRAPH) == {"a -> t": 1, "b -> t": 1, "c -> m": 1}
    assert remarks(said, GRAPH) == ["the exception for crate:a (w) ended on 2026-11-15"]
    assert units(said, evidence(GRAPH, today=date(2026, 11, 15))) == {"b -> t": 1, "c -> m": 1}


@pytest.mark.parametrize(
    ("excepted", "wrong"),
    [
        ("{from: crate:a}", "4:45 deny.except[0]: `why` is missing"),
        ("{why: w}", "4:45 deny.except[0]: excepts everything"),
        ("{from: crate:a, why: ''}", "4:66 deny.except[0].why: must not be empty"),
        (
            "{from: crate:a, why: w, until: soon}",
            "4:76 deny.except[0].until: must be a date such as 2027-03-31, not text",
        ),
        ("{for: crate:a, why: w}", "4:46 deny.except[0]: unknown key `for`"),
        ("{from: 'crate:{!f}', why: w}", "4:52 deny.except[0].from: `{!f}` differs from nothing here"),
    ],
)
def test_a_mistake_is_found_where_it_stands(excepted: str, wrong: str) -> None:
    assert complaints(lambda: only_rule(rule(excepted)))[0] == f"rules/it.yaml:{wrong}"


def test_an_exception_of_a_limit_may_name_a_directory() -> None:
    tree = evidence(GRAPH, {"src/big.py": 900, "src/gen/a.py": 900, "src/small.py": 1})
    limit = "limit: {for: 'path:src/**/*.py', of: lines, at_most: 100, except: [{for: %s, why: generated}]}"
    assert units(limit % "path:src/gen", tree) == {"path:src/big.py": 900}
    assert units(limit % "path:src/gen/a.py", tree) == {"path:src/big.py": 900}
    assert remarks(limit % "path:src/small.py", tree) == [
        "the exception for path:src/small.py (generated) excuses nothing"
    ]


def test_a_unit_of_several_modules_is_excused_as_a_whole_or_not_at_all() -> None:
    modules = graph("s.a>s.b s.a.x>s.c", "python", more="s.d")
    limit = "limit: {for: 'mod:s.{f}', of: fan-out, at_most: 1, except: [{for: %s, why: w}]}"
    assert units(limit % "mod:s.a", modules) == {}
    assert units(limit % "mod:s.a.x", modules) == {"mod:s.a": 2}
