"""`ratchet init --ci` writes files where there are none, says so, and leaves alone what is there."""

from __future__ import annotations

import pytest

from ratchet import __version__
from ratchet.repo.ci_templates import SYSTEMS, ci_files
from tests.repository import Repo


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_files_are_written_once(repo: Repo, system: str) -> None:
    report = repo.ratchet("init", "--ci", system, "--format", "json").json()
    files = ci_files(system, "main", __version__)
    assert [each["what"] for each in report["settings"]] == list(files)
    assert {path: repo.read(path) for path in files} == files
    again = repo.ratchet("init", "--ci", system)
    assert again.code == 0
    assert again.out.count("kept ") == len(files)
    assert "git add" not in again.out


def test_what_is_there_stays_and_the_rest_is_written(repo: Repo) -> None:
    repo.write(".github/workflows/ratchet.yml", "name: mine\n")
    done = repo.ratchet("init", "--ci", "github")
    assert done.code == 2
    assert "left alone .github/workflows/ratchet.yml" in done.out
    assert "wrote .github/workflows/ratchet-tighten.yml" in done.out
    assert repo.read(".github/workflows/ratchet.yml") == "name: mine\n"


def test_a_pipeline_that_is_there_is_told_what_to_include(repo: Repo) -> None:
    repo.write(".gitlab-ci.yml", "stages: [test]\n")
    done = repo.ratchet("init", "--ci", "gitlab")
    assert done.code == 2
    assert "- local: /.gitlab/ci/ratchet.yml" in done.out
    assert repo.read(".gitlab-ci.yml") == "stages: [test]\n"


def test_the_main_branch_is_the_one_of_the_remote(repo: Repo) -> None:
    repo.write("a", "")
    repo.commit("a")
    repo.git("update-ref", "refs/remotes/origin/trunk", "HEAD")
    repo.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")
    assert repo.ratchet("init", "--ci", "github").code == 0
    assert 'branches: ["trunk"]' in repo.read(".github/workflows/ratchet.yml")


@pytest.mark.parametrize("what", [".github", ".github/workflows", ".github/workflows/ratchet.yml"])
def test_nothing_is_written_through_a_symlink(repo: Repo, what: str) -> None:
    victim = repo.root.parent / "victim"
    victim.mkdir()
    link = repo.root / what
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(victim)
    assert repo.ratchet("init", "--ci", "github").code == 2
    assert list(victim.iterdir()) == []


def test_owners_are_advised_for_the_places_that_the_config_names(repo: Repo) -> None:
    repo.write("ratchet.toml", 'packs = ["rust"]\nrules = "my/rules"\nbaselines = "my/numbers"\n')
    out = repo.ratchet("init", "--ci", "github").out
    for path in ("ratchet.toml", "my/rules/", "my/numbers/", ".github/workflows/ratchet.yml"):
        assert f"    /{path} @OWNER\n" in out


def test_it_goes_with_nothing_else(repo: Repo) -> None:
    assert repo.ratchet("init", "--ci", "github", "--git").code == 2
    assert repo.ratchet("init", "--ci", "nowhere").code == 2
    assert repo.ratchet("init", "--git-hook", "--rule", "rust/unwrap").code == 2
