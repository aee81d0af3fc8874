"""Questions to the history of a repository."""

from __future__ import annotations

from ratchet.repo.git import Git

__all__ = ["last_change", "main_branch"]


def last_change(git: Git, commit: str, directory: str) -> str | None:
    """The last commit up to `commit` that touched a directory."""
    found = git.run("rev-list", "-1", commit, "--", directory).decode().strip()
    return found or None


def main_branch(git: Git) -> str:
    """What pull requests are compared with: the branch that the remote names, else `origin/main`."""
    done = git.attempt("rev-parse", "--abbrev-ref", "origin/HEAD")
    name = done.stdout.decode("utf-8", "replace").strip()
    return name if done.returncode == 0 and name.startswith("origin/") and name != "origin/HEAD" else "origin/main"
