"""What is to be fetched for a base: nothing that is here, and no name that could be taken for something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from ratchet.acts.fetching import to_fetch
from ratchet.acts.world import open_world
from ratchet.model.errors import RatchetError
from ratchet.repo.ci_systems import CiBase, Clue
from tests.repository import Repo

ABSENT = "12" * 20


@pytest.fixture
def clone(repo: Repo, tmp_path: Path) -> Repo:
    """A clone of depth 1 of three commits."""
    for text in ("1", "2", "3"):
        repo.write("a", text)
        repo.commit(text)
    made = Repo(tmp_path / "clone", tmp_path / "home")
    made.git("clone", "--quiet", "--depth=1", repo.root.as_uri(), ".")
    return made


def fetch(clone: Repo, *refs: str, given: str = "", depth: int = 5) -> tuple[str, ...]:
    ci = CiBase("CI", tuple(Clue(ref, "the test") for ref in refs), fault=True)
    return to_fetch(open_world(str(clone.root)), given, None if given else ci, depth)


def head(clone: Repo) -> str:
    return clone.git("rev-parse", "HEAD")


def test_what_is_here_is_not_fetched(clone: Repo) -> None:
    assert fetch(clone, "refs/remotes/origin/main") == ()
    assert fetch(clone, given="HEAD") == ()
    assert to_fetch(open_world(str(clone.root)), "", None, 5) == ()


def test_a_branch_and_what_is_checked_out_are_fetched_so_deep(clone: Repo) -> None:
    wanted = "+refs/heads/next:refs/remotes/origin/next"
    assert fetch(clone, "refs/remotes/origin/next") == ("--depth=5", "--end-of-options", "origin", head(clone), wanted)
    assert fetch(clone, given="origin/next") == fetch(clone, "refs/remotes/origin/next")


def test_a_commit_is_fetched_by_its_id(clone: Repo) -> None:
    assert fetch(clone, ABSENT) == ("--depth=5", "--end-of-options", "origin", head(clone), ABSENT)


def test_of_a_merge_commit_only_the_parents_are_needed(clone: Repo) -> None:
    found = fetch(clone, "refs/remotes/origin/next", f"{head(clone)}^1")
    assert found == ("--depth=5", "--end-of-options", "origin", head(clone))


def test_a_whole_clone_is_never_cut(clone: Repo) -> None:
    clone.git("fetch", "--quiet", "--unshallow")
    assert fetch(clone, ABSENT) == ("--end-of-options", "origin", head(clone), ABSENT)


@pytest.mark.parametrize(
    "name", ["a\nb", "a b", "x:y", "a..b", "@{u}", "-x ", "a\tb", "*", "x~1", "x^1", "\x1b[31m", ".x", "x.lock", "a\\b"]
)
def test_a_name_that_no_branch_can_have_is_not_asked_for(clone: Repo, name: str) -> None:
    with pytest.raises(RatchetError):
        fetch(clone, f"refs/remotes/origin/{name}")


@pytest.mark.parametrize("given", ["next", "--upload-pack=x", "refs/heads/x", "12" * 19, "upstream/main", "AB" * 20])
def test_a_base_of_which_nobody_knows_where_it_is_cannot_be_fetched(clone: Repo, given: str) -> None:
    with pytest.raises(RatchetError):
        fetch(clone, given=given)


def test_histories_that_share_nothing_are_beyond_help(clone: Repo) -> None:
    clone.git("fetch", "--quiet", "--unshallow")
    clone.git("checkout", "--quiet", "--orphan", "other")
    clone.git("-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "--message=o")
    with pytest.raises(RatchetError, match="no commit in common"):
        fetch(clone, "refs/remotes/origin/main")


def test_the_command_prints_one_argument_a_line_or_the_base(clone: Repo) -> None:
    env = {"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request", "GITHUB_BASE_REF": "next"}
    assert clone.ratchet("base", "--fetch", "5", env=env).out.splitlines() == list(
        fetch(clone, "refs/remotes/origin/next")
    )
    assert clone.ratchet("base").out == f"base: HEAD ({head(clone)[:12]}), the last commit\n"
    assert clone.ratchet("base", env=env).code == 2
    assert clone.ratchet("base", "--base", "HEAD", "--format", "json").json()["source"] == "--base"
