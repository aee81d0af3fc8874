"""An environment in which only the repository under test can influence git."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.repository import Repo


@pytest.fixture(autouse=True)
def _plain_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in os.environ:
        if name.startswith("GIT_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))


@contextmanager
def _nobody() -> Iterator[None]:
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def as_nobody() -> Callable[[], AbstractContextManager[None]]:
    """Root may do everything: be nobody for a while."""
    return _nobody


@pytest.fixture
def open_repo() -> Iterator[Repo]:
    """A repository that nobody may walk through, outside pytest's private directory."""
    with tempfile.TemporaryDirectory() as above:
        Path(above).chmod(0o755)
        made = Repo(Path(above) / "repo", Path(above) / "home")
        made.init()
        yield made
