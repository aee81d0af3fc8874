"""Whatever is done to a crate, the gate says what plain bookkeeping says."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.laws.walking import STEPS, Crate
from tests.repository import Repo

Step = tuple[Callable[[Crate, int], None], int]
walks = st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 11)), min_size=3, max_size=6)


@given(walks)
@settings(max_examples=4)
def test_the_gate_fails_exactly_when_a_file_has_more_than_it_may(walk: list[Step]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        repo = Repo(Path(directory) / "repo", Path(directory) / "home")
        repo.init()
        crate = Crate(repo)
        crate.adopt()
        for number, (step, pick) in enumerate(walk, 1):
            step(crate, pick)
            crate.write()
            result = repo.ratchet("check")
            taken = [f"{each.__name__} {pick}" for each, pick in walk[:number]]
            assert result.code == (1 if crate.is_over() else 0), f"{taken}\n{result.out}{result.err}"
