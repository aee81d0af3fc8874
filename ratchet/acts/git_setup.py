"""Letting git merge baselines with ratchet."""

from __future__ import annotations

from ratchet.acts.policies import read_settings
from ratchet.acts.world import World, worktree_of
from ratchet.model.reports import GitSetup
from ratchet.repo.git_setup import name_driver, set_driver

__all__ = ["set_up_git"]


def set_up_git(world: World) -> GitSetup:
    """Set the driver in this clone, and name it for the baselines; running it again changes nothing."""
    directory = read_settings(worktree_of(world)).baselines
    return GitSetup((set_driver(world.git), name_driver(world.git, directory)))
