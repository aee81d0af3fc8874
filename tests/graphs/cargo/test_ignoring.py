"""A lockfile that a .gitignore keeps out of the tree is named with the line that does it, as git itself says."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.graphs.cargo.trees import graph, package

LOCK = "a/b/Cargo.lock"
MANIFEST = {"a/b/Cargo.toml": package("b", '[dependencies]\nlog = "1"\n')}
IGNORES: dict[str, dict[str, str]] = {
    "nothing": {},
    "by its name": {".gitignore": "# locks\n\nCargo.lock\n"},
    "with white space": {".gitignore": "Cargo.lock  \r\n"},
    "by its ending": {"a/.gitignore": "*.lock\n"},
    "from the top": {".gitignore": "/a/b/Cargo.lock\n"},
    "at the top only": {".gitignore": "/Cargo.lock\n"},
    "anchored by a slash within": {".gitignore": "b/Cargo.lock\n"},
    "anchored below": {"a/.gitignore": "b/Cargo.lock\n"},
    "at any depth": {".gitignore": "**/Cargo.lock\n"},
    "any one directory": {".gitignore": "a/*/Cargo.lock\n"},
    "taken back": {".gitignore": "*.lock\n!Cargo.lock\n"},
    "taken back below": {".gitignore": "Cargo.lock\n", "a/b/.gitignore": "!/Cargo.lock\n"},
    "taken back above": {".gitignore": "!Cargo.lock\n", "a/b/.gitignore": "Cargo.lock\n"},
    "a directory of that name": {".gitignore": "Cargo.lock/\n"},
    "a comment": {".gitignore": "#Cargo.lock\n"},
    "elsewhere": {"c/.gitignore": "Cargo.lock\n"},
}


@pytest.mark.parametrize("how", IGNORES)
def test_the_line_is_the_one_that_git_names(how: str, tmp_path: Path) -> None:
    for path, text in {**MANIFEST, **IGNORES[how]}.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8", newline="")
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    command = ["git", "-c", "core.excludesFile=", "check-ignore", "--verbose", LOCK]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    theirs = [":".join(said.stdout.split(":")[:2])] if said.returncode == 0 and ":!" not in said.stdout else []
    found = graph({**MANIFEST, **IGNORES[how]})
    assert [str(each.place) for each in found.unlocked] == theirs
    assert all(each.message.startswith(f"git ignores {LOCK}, so") for each in found.unlocked)


def test_a_lockfile_that_is_there_or_that_nothing_needs_is_not_named() -> None:
    ignores = {".gitignore": "Cargo.lock\n"}
    assert graph({**ignores, "Cargo.toml": package("a")}).unlocked == ()
    assert graph({**ignores, **MANIFEST, LOCK: "version = 4\n"}).unlocked == ()
    assert len(graph({**ignores, **MANIFEST}).unlocked) == 1
