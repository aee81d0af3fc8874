"""What a clone has to fetch so that the base of a check is in it, and no more than that."""

from __future__ import annotations

import re

from ratchet.acts.basing import find_base
from ratchet.acts.world import World
from ratchet.model.errors import RatchetError
from ratchet.repo.ci_systems import CiBase
from ratchet.repo.git import has_commit, head_commit, is_branch_name, is_shallow
from ratchet.repo.merge_bases import OutOfReach

__all__ = ["to_fetch"]

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_TRACKED = re.compile(r"(?:refs/remotes/)?origin/(?P<branch>.+)")
_PARENT = "^1"


def to_fetch(world: World, given: str, ci: CiBase | None, depth: int) -> tuple[str, ...]:
    """The arguments with which `git fetch` brings the base nearer; none when it is here.

    ratchet itself never uses the network. A clone that is cut off gets so many commits of both sides; a whole one is
    never cut. What no fetch can mend is the same error as that of a check.
    """
    try:
        if given and not has_commit(world.git, given):
            raise OutOfReach(f"there is no commit `{given}` in this clone", hint="name one that `origin` has")
        find_base(world, given, ci)
    except OutOfReach as error:
        wanted = _wanted(world, given, ci)
        if not wanted:
            raise RatchetError.of(error.mistakes) from error
        cut = (f"--depth={depth}",) if is_shallow(world.git) else ()
        return (*cut, "--end-of-options", "origin", *wanted)
    return ()


def _wanted(world: World, given: str, ci: CiBase | None) -> tuple[str, ...]:
    """What to ask the remote for: the base and what is checked out, so that both reach back to where they part."""
    head = head_commit(world.git) or ""
    clues = (given,) if given else tuple(clue.ref for clue in ci.clues) if ci else ()
    if f"{head}{_PARENT}" in clues:  # the merge commit of a pull request: its first parent is the base, one step away
        return (head,)
    wanted = next((found for clue in clues if (found := _refspec(world, clue))), "")
    return tuple(dict.fromkeys((head, wanted))) if wanted else ()


def _refspec(world: World, ref: str) -> str:
    """How a revision is asked for; a name that could be taken for something else is not."""
    if _COMMIT.fullmatch(ref):
        return ref
    tracked = _TRACKED.fullmatch(ref)
    if tracked and is_branch_name(world.git, tracked["branch"]):
        return "+refs/heads/{0}:refs/remotes/origin/{0}".format(tracked["branch"])
    return ""
