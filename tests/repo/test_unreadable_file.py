"""A file that may not be read stops the check: unknown is not zero."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date

import pytest

from ratchet.acts.bench import Bench
from ratchet.acts.cache import look_at_cache
from ratchet.acts.check import check
from ratchet.acts.count import count
from ratchet.acts.requests import CheckRequest
from ratchet.acts.world import open_world
from ratchet.model.verdict import Exit
from tests.repository import Repo

Nobody = Callable[[], AbstractContextManager[None]]


def test_it_is_named_with_its_reason_and_nothing_passes(
    open_repo: Repo, as_nobody: Nobody, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_repo.write("Cargo.toml", '[package]\nname = "a"\nversion = "0.1.0"\n')
    locked = open_repo.write("src/lib.rs", "pub fn a() { b().unwrap(); }\n")
    open_repo.ratchet("init")
    open_repo.commit("adopt")
    known = look_at_cache(str(open_repo.root)).entries  # what is known of it from earlier does not make up for it
    assert known == 5  # the file, three parts of the policy, and what the file is read with
    locked.chmod(0)
    for name, value in {"COUNT": "1", "KEY_0": "safe.directory", "VALUE_0": "*"}.items():
        monkeypatch.setenv(f"GIT_CONFIG_{name}", value)
    count(str(open_repo.root), (), (), False, Bench())  # what is imported late is imported while it may be
    with as_nobody():
        verdict = check(open_world(str(open_repo.root)), CheckRequest(date(2026, 11, 16)))
    assert verdict.exit_code is Exit.CANNOT_JUDGE
    assert [failure.path for failure in verdict.inspection.failed] == ["src/lib.rs"]
    assert any("Permission denied" in problem.message for problem in verdict.problems)
