"""However many processes parse, and in whatever order they answer, what is gathered is the same."""

from __future__ import annotations

import pytest

from ratchet.acts.bench import Bench
from ratchet.acts.measuring import measure
from ratchet.model.snapshot import DictSnapshot
from ratchet.repo.limits import default_limits
from tests.counting import CARGO, shipped_policy

_FILES = {
    "Cargo.toml": CARGO,
    "src/lib.rs": "".join(f"mod m{number};\n" for number in range(40)),
    **{f"src/m{number}.rs": f"fn f{number}() {{ g().unwrap(); }}\n" * (41 - number) for number in range(0, 40, 2)},
    **{f"src/m{number}.rs": f"fn nothing{number}() {{ }}\n" for number in range(1, 40, 2)},
    "src/torn.rs": "fn f( { x.unwrap() \n",
    "src/binary.rs": "\0",
}


@pytest.mark.parametrize("jobs", [1, 2, 3, 7])
def test_any_number_of_jobs_measures_the_same(jobs: int) -> None:
    alone = measure(DictSnapshot(_FILES), shipped_policy(), Bench(limits=default_limits(1)))
    assert measure(DictSnapshot(_FILES), shipped_policy(), Bench(limits=default_limits(jobs))) == alone
    assert alone.totals["rust/unwrap"] == sum(range(3, 42, 2)) + 1


def test_so_many_workers_as_are_asked_for() -> None:
    assert [default_limits(number).workers for number in (1, 5, 1000)] == [1, 5, 64]
    assert 1 <= default_limits().workers <= 8
