"""Fixtures that every test may ask for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.repository import Repo

# The same examples in every run, so that a change is judged by what it changed; HYPOTHESIS_PROFILE=explore looks for
# new ones. No deadline: on a busy machine it would judge the machine.
settings.register_profile("steady", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("explore", max_examples=2_000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """An empty git repository on branch main."""
    made = Repo(tmp_path / "repo", tmp_path / "home")
    made.init()
    return made


@pytest.fixture
def directory(tmp_path: Path) -> Repo:
    """An empty directory that is no git repository."""
    return Repo(tmp_path / "repo", tmp_path / "home")
