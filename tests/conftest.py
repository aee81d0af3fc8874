"""Fixtures that every test may ask for."""

from __future__ import annotations

import os
import shutil
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


@pytest.fixture(scope="session")
def adopted_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `adopted` is a copy of."""
    stage = tmp_path_factory.mktemp("adopted")
    made = Repo(stage / "repo", stage / "home")
    made.init()
    made.write(".gitignore", "/target\n")
    made.write("src/lib.rs", "pub fn f() -> u8 { 1 }\n")
    made.write("src/other.rs", "pub fn f() -> u8 { g().unwrap() }\n")
    assert made.ratchet("init").code == 0
    made.commit("adopt ratchet")
    return made.root


@pytest.fixture
def adopted(adopted_template: Path, tmp_path: Path) -> Repo:
    """A repository under the ratchet, with one clean file and one that has a site."""
    shutil.copytree(adopted_template, tmp_path / "repo")
    return Repo(tmp_path / "repo", tmp_path / "home")
