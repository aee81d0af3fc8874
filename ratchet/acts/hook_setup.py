"""Judging every commit of a clone, by a hook of git's own."""

from __future__ import annotations

from ratchet.acts.world import World
from ratchet.model.setup import Setup
from ratchet.repo.git_hook import other_hook_tools, write_hook

__all__ = ["set_up_hook"]


def set_up_hook(world: World) -> Setup:
    """Write the hook; running it again changes nothing."""
    hook = write_hook(world.git)
    everywhere = "git does not commit hooks: every clone runs `ratchet init --git-hook` once"
    return Setup((hook,), (everywhere, *other_hook_tools(world.git)))
