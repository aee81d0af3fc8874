"""The summary of a step gets what the comment would say, after what is there already, and decides nothing."""

from __future__ import annotations

import pytest

from tests.repository import Repo

MARKER = "<!-- ratchet -->"


@pytest.fixture
def failing(repo: Repo) -> Repo:
    """A repository with one new site."""
    repo.write("src/lib.rs", "pub fn f() {}\n")
    assert repo.ratchet("init").code == 0
    repo.commit("adopt ratchet")
    repo.write("src/lib.rs", "pub fn f() { g().unwrap(); }\n")
    return repo


def check(repo: Repo, summary: str, *args: str) -> int:
    return repo.ratchet("check", *args, env={"GITHUB_STEP_SUMMARY": summary}).code


def test_the_comment_is_added_to_what_the_step_said_before(failing: Repo) -> None:
    path = failing.write("../summary.md", "# before")
    assert check(failing, str(path), "--format", "github") == 1
    before, _, comment = path.read_text(encoding="utf-8").partition(f"\n{MARKER}\n")
    assert before == "# before"
    assert "| `src/lib.rs` | `rust/unwrap` | 0 | 1 |" in comment
    assert check(failing, str(path), "--output", f"github={path.parent / 'x'}") == 1
    assert path.read_text(encoding="utf-8").count(MARKER) == 2


def test_nobody_else_writes_a_summary(failing: Repo) -> None:
    path = failing.root.parent / "summary.md"
    assert check(failing, str(path)) == 1
    assert check(failing, "", "--format", "github") == 1
    failing.git("checkout", "--quiet", ".")
    assert check(failing, str(path), "--format", "github") == 0, "nothing moved, so there is nothing to say"
    assert not path.exists()


@pytest.mark.parametrize("kind", ["symlink", "directory", "missing"])
def test_a_summary_that_cannot_be_written_changes_no_verdict(failing: Repo, kind: str) -> None:
    target, path = failing.write("../target", "kept"), failing.root.parent / "summary.md"
    if kind == "symlink":
        path.symlink_to(target)
    elif kind == "directory":
        path.mkdir()
    else:
        path = path / "no" / "such"
    result = failing.ratchet("check", "--format", "github", env={"GITHUB_STEP_SUMMARY": str(path)})
    assert result.code == 1
    assert result.out.startswith("::error file=src/lib.rs")
    assert str(path) in result.err
    assert target.read_text(encoding="utf-8") == "kept"
