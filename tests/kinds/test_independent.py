"""The verb `independent`: none of some may depend on another of them."""

from __future__ import annotations

import pytest

from tests.kinds.fitting import graph, only_rule, remarks, units

SHOP = graph("s.a>s.a.x s.a.x>s.b s.b>s.core s.c>s.core s.core>s.a", "python", more="s")


@pytest.mark.parametrize(
    ("said", "numbers"),
    [
        (
            "{of: 'mod:s.{f}', reach: direct}",
            {"s.a.x -> s.b": 1, "s.b -> s.core": 1, "s.c -> s.core": 1, "s.core -> s.a": 1},
        ),
        ("{of: [mod:s.a, mod:s.b, mod:s.c], reach: direct}", {"s.a.x -> s.b": 1}),
        ("{of: [mod:s.a, mod:s.b, mod:s.c]}", {"s.a.x -> s.b": 1, "s.b -> s.core": 1, "s.c -> s.core": 1}),
        ("{of: [mod:s.b, mod:s.c]}", {"s.c -> s.core": 1}),
        ("{of: [mod:s.a, mod:s.b], except: [{from: mod:s.a, why: w}, {to: mod:s.a, why: w}]}", {}),
        ("{of: [both, mod:s.c], reach: direct}", {}),
    ],
)
def test_parts_do_not_know_each_other(said: str, numbers: dict[str, int]) -> None:
    assert units(f"independent: {said}", SHOP, {"both": ("mod:s.a", "mod:s.b")}) == numbers


def test_without_captures_each_crate_is_a_part() -> None:
    assert units("independent: {of: 'crate:p-*'}", graph("p-a>p-b p-b>q q>p-c")) == {"p-a -> p-b": 1, "p-b -> q": 1}


@pytest.mark.parametrize(
    ("said", "remark"),
    [
        ("{of: 'mod:t.{f}'}", ["!the subject `mod:t.{f}` matches nothing, so the rule says nothing"]),
        ("{of: [mod:s.a, mod:s.z]}", ["!the subject `mod:s.z` matches nothing, so the rule says nothing"]),
        ("{of: [mod:s.a, mod:s.z], may_be_empty: true}", []),
    ],
)
def test_a_part_that_is_not_there_cannot_be_judged(said: str, remark: list[str]) -> None:
    assert remarks(f"independent: {said}", SHOP) == remark


def test_the_order_of_parts_means_nothing() -> None:
    one, other, third = (
        only_rule(f"independent: {{of: [{words}]}}").spec.meaning
        for words in ("mod:a, mod:b", "mod:b, mod:a", "mod:a, mod:c")
    )
    assert one == other != third
