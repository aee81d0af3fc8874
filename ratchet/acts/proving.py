"""Whether what was read of a work tree is what git said of it before, which looks at times by the second."""

from __future__ import annotations

from ratchet.acts.check import Examination
from ratchet.acts.world import World
from ratchet.model.snapshot import Unreadable
from ratchet.quick.state import State
from ratchet.repo.disk import DiskSnapshot
from ratchet.syntax.source import name_as_kept

__all__ = ["is_as_told"]


def is_as_told(world: World, seen: Examination, state: State) -> bool:
    """Whether every content that was read is the committed one, or that of a change; unless nobody listed the commit.

    Git looks at seconds: a file that was changed and changed back within one is the same to it.
    """
    tree, committed = seen.head.tree, next((each for key, each in world.trees.items() if key[0] == state.head), None)
    if not isinstance(tree, DiskSnapshot) or committed is None:
        return True
    expected = {change.path: change.blob for change in state.changes}
    names, kept = committed.names, seen.head.measured.kept
    for path, name in tree.names.items():
        wanted = expected.get(path) or names.get(path)
        if wanted not in (name, kept.get(path)) and wanted != _kept(tree, path):
            return False
    return True


def _kept(tree: DiskSnapshot, path: str) -> str:
    """Git's name for a content with the line ends that it keeps; empty where it cannot be read any more."""
    try:
        return name_as_kept(tree.read_up_to(path, tree.limit))
    except Unreadable:
        return ""
