"""The files of this repository: everything in its directory that git would not ignore."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from tests.repository import Repo
from tests.self.modules import TOP

__all__ = ["as_repository", "files"]


@cache
def files() -> tuple[Path, ...]:
    """Relative to the top, sorted.

    An empty repository elsewhere does the listing, so that it also works in an archive without `.git`, and in a
    container where the checkout belongs to another user and git would refuse it.
    """
    with tempfile.TemporaryDirectory() as empty:
        git = ["git", f"--git-dir={empty}", f"--work-tree={TOP}"]
        subprocess.run([*git, "init", "--quiet"], check=True)
        command = [*git, "ls-files", "-z", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=TOP, capture_output=True, check=True).stdout.decode().split("\0")
    return tuple(sorted(Path(name) for name in listed if name))


def as_repository(stage: Path) -> Repo:
    """A git repository with one commit that holds this checkout as it is now, committed or not."""
    repo = Repo(stage / "ratchet", stage / "home")
    repo.init()
    for path in files():
        target = repo.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(TOP / path, target)
    repo.commit("as it is now")
    return repo
