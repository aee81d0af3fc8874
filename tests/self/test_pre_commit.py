"""The published hooks, run by the real pre-commit from a clone of this repository."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.repository import Repo, Result
from tests.self.checkout import as_repository

CLEAN = "pub fn f() -> u8 { 1 }\n"
WORSE = "pub fn f() -> u8 { g().unwrap() }\n"


@dataclass(frozen=True, slots=True)
class Hooks:
    """Where pre-commit finds the hooks and keeps the environment it installs for them."""

    source: str
    commit: str
    home: str


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Hooks:
    """This checkout as a repository of hooks; pre-commit installs it once, on first use."""
    stage = tmp_path_factory.mktemp("hooks")
    source = as_repository(stage)
    return Hooks(str(source.root), source.git("rev-parse", "HEAD"), str(stage / "pre-commit"))


@pytest.fixture
def project(repo: Repo, hooks: Hooks) -> Repo:
    """A repository that has adopted ratchet and its hook."""
    configure(repo, hooks, "      - id: ratchet\n")
    repo.write("src/lib.rs", CLEAN)
    assert repo.ratchet("init").code == 0
    repo.commit("adopt ratchet")
    return repo


def configure(repo: Repo, hooks: Hooks, ids: str) -> None:
    """Write the pre-commit configuration with these hooks."""
    text = f"repos:\n  - repo: {hooks.source}\n    rev: {hooks.commit}\n    hooks:\n{ids}"
    repo.write(".pre-commit-config.yaml", text)


def pre_commit(repo: Repo, hooks: Hooks, *args: str) -> Result:
    """Run pre-commit with this machine's way to the package index."""
    network = {name: value for name, value in os.environ.items() if name.startswith("PIP_") or "proxy" in name.lower()}
    ways = {name: os.environ[name] for name in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE") if name in os.environ}
    return repo.run(
        sys.executable, "-m", "pre_commit", *args,
        env={**network, **ways, "PRE_COMMIT_HOME": hooks.home, "PRE_COMMIT_COLOR": "never", "PYTHONPATH": ""},
    )  # fmt: skip


def test_a_commit_that_is_worse_is_refused_and_names_the_site(project: Repo, hooks: Hooks) -> None:
    assert pre_commit(project, hooks, "run").code == 0
    project.write("src/lib.rs", WORSE)
    project.git("add", "src/lib.rs")
    project.write("src/lib.rs", CLEAN)  # what is in the working tree does not matter, the commit does
    result = pre_commit(project, hooks, "run")
    assert result.code == 1
    assert "src/lib.rs:1" in result.out
    assert "rust/unwrap" in result.out


def test_a_deleted_baseline_does_not_slip_through(project: Repo, hooks: Hooks) -> None:
    project.git("rm", "-r", "--quiet", "baselines")
    assert pre_commit(project, hooks, "run").code != 0


def test_thousands_of_files_are_judged_by_one_process_without_names(
    project: Repo, hooks: Hooks, tmp_path: Path
) -> None:
    log = tmp_path / "starts"
    configure(project, hooks, f"      - id: ratchet\n        entry: {counting(tmp_path, log)}\n")
    for number in range(4_100):
        project.write(f"src/part{number // 100}/file{number}.rs", f"pub fn f{number}() {{}}\n")
    project.git("add", "--all")
    result = pre_commit(project, hooks, "run", "--all-files")
    assert result.code == 0, result.out + result.err
    assert log.read_text().splitlines() == ["check --staged"]


def counting(stage: Path, log: Path) -> str:
    """A command that notes each start with its arguments, and becomes ratchet."""
    script = stage / "counting"
    script.write_text(f'#!/bin/sh\necho "$@" >>{log}\nexec ratchet "$@"\n')
    script.chmod(0o755)
    return f"{script} check --staged"


def test_the_whole_tree_is_judged_before_a_push(project: Repo, hooks: Hooks) -> None:
    configure(project, hooks, "      - id: ratchet-all\n")
    project.git("add", "--all")
    assert "ratchet (working tree)" not in pre_commit(project, hooks, "run").out
    project.write("src/lib.rs", WORSE)
    project.git("add", "--all")
    result = pre_commit(project, hooks, "run", "--hook-stage", "pre-push")
    assert result.code == 1
    assert "src/lib.rs:1" in result.out


def test_tightening_fails_once_and_then_passes(project: Repo, hooks: Hooks) -> None:
    project.write("src/lib.rs", WORSE)
    for path in sorted((project.root / "baselines").iterdir()):
        path.unlink()
    (project.root / "ratchet.toml").unlink()
    assert project.ratchet("init").code == 0
    project.write("src/lib.rs", CLEAN)
    configure(project, hooks, "      - id: ratchet-tighten\n")
    project.git("add", "--all")
    first = pre_commit(project, hooks, "run")
    assert first.code == 1
    assert "files were modified by this hook" in first.out
    project.git("add", "--all")
    assert pre_commit(project, hooks, "run").code == 0
