"""Questions to the history of a repository."""

from __future__ import annotations

from ratchet.repo.git import Git

__all__ = ["last_change"]


def last_change(git: Git, commit: str, directory: str) -> str | None:
    """The last commit up to `commit` that touched a directory."""
    found = git.run("rev-list", "-1", commit, "--", directory).decode().strip()
    return found or None
