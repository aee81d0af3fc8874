"""The base of a check: as it was given, as the CI system names it, or the last commit."""

from __future__ import annotations

from ratchet.acts.bases import GIVEN, Base
from ratchet.acts.world import World
from ratchet.model.errors import RatchetError
from ratchet.repo.ci_systems import CiBase, Clue
from ratchet.repo.git import has_commit, head_commit, how_to_get, resolve_commit
from ratchet.repo.merge_bases import OutOfReach, merge_base

__all__ = ["find_base"]


def find_base(world: World, given: str, ci: CiBase | None) -> Base:
    """What was given wins over what CI says; without either it is the last commit."""
    head = head_commit(world.git)
    if given:
        _need_commit(head, given)
        resolve_commit(world.git, given)
        return Base(given, merge_base(world.git, given, "HEAD"), GIVEN)
    if ci is None:
        return Base("HEAD", head)
    return _named(world, ci, head)


def _named(world: World, ci: CiBase, head: str | None) -> Base:
    if not ci.clues:
        if ci.fault:
            raise RatchetError(
                f"{ci.system} runs this for a pull request and does not say which branch it is for",
                hint="name the branch: ratchet check --base origin/main",
            )
        return Base("HEAD", head, note=f"{ci.system} names none ({ci.none_because})")
    clue = next((clue for clue in ci.clues if has_commit(world.git, clue.ref)), None)
    if clue is None:
        raise _not_here(world, ci.clues[0], ci)
    _need_commit(head, clue.ref)
    found = Base(clue.ref, merge_base(world.git, clue.ref, "HEAD", ci.deepen), clue.source)
    if ci.apart and found.commit == head:
        merge = "refs/pull/${{ github.event.number }}/merge"
        raise RatchetError(
            "the base of the pull request is checked out, not the pull request, so there is nothing to judge",
            hint=f"give actions/checkout `ref: {merge}`, and run nothing that it brings",
        )
    return found


def _need_commit(head: str | None, ref: str) -> None:
    if head is None:
        raise RatchetError(f"there is no commit yet, so nothing can be compared with {ref}", hint="commit first")


def _not_here(world: World, clue: Clue, ci: CiBase) -> OutOfReach:
    for_good = f"   (for good: {ci.deepen})" if ci.deepen else ""
    return OutOfReach(
        f"the base is {Base(clue.ref, None).ref}, from {clue.source}, and this clone does not have it",
        hint=f"{how_to_get(world.git, clue.ref)}{for_good}",
    )
