"""The plain `check` for people that judges whole trees, without the machinery of commands."""

from __future__ import annotations

import os

from ratchet.acts.bench import Bench
from ratchet.acts.head_start import begin_ahead
from ratchet.acts.recalling import check_again
from ratchet.acts.requests import CheckRequest
from ratchet.acts.world import World, remembering
from ratchet.cli.plumbing.collecting import seldom_collected
from ratchet.cli.plumbing.progress import watched
from ratchet.cli.plumbing.simple import is_simple, printed
from ratchet.model.errors import RatchetError
from ratchet.model.snapshot import Unreadable
from ratchet.quick.answers import Answer, Relevance
from ratchet.quick.pending import Pending
from ratchet.repo.blobs import close_all
from ratchet.repo.clock import today
from ratchet.repo.commits import begin_to_compare, begin_to_list
from ratchet.repo.git import Git
from ratchet.repo.limits import default_limits
from ratchet.repo.listed import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

    from ratchet.quick.question import Question
    from ratchet.quick.state import State

__all__ = ["answer_plainly", "begin"]


def begin(asked: Question, top: str, common: str, tracked: bytes) -> list[World]:
    """Begin to read what a simple question is about, as far as a list of git's tells, if that can be done."""
    if not is_simple(asked):
        return []
    try:
        world = _world(asked, top, common)
        begin_ahead(world, tracked)
    except (RatchetError, Unreadable, OSError):
        return []  # whatever it is, it is told in full when all is known
    return [world]


def _world(asked: Question, top: str, common: str) -> World:
    return World(Git(top, common=common), Bench(today=today(), limits=default_limits(asked.jobs)))


def _take(world: World, state: State, base: str) -> None:
    """Take what git has told already; what will be asked of it soon is begun."""
    if state.tracked is not None:
        begin_to_compare(world.git, state.head)
        world.tracked = listed(state.tracked, state.index, state.stamp)
    elif not base:
        begin_to_list(world.git, state.head)
    world.untracked = state.untracked
    world.changed = state.head, frozenset(os.fsencode(each.path) for each in state.changes)


def answer_plainly(
    pending: Pending, leave: Callable[[Answer, Relevance | None], NoReturn], begun: World | None = None
) -> None:
    """Find the answer to a simple question, and which files can change it, and leave with that.

    It comes back only where there is none, for commands to tell what is. Whoever leaves from here spares a tenth of a
    second that it takes to let go of all that was found in a large repository.
    """
    asked = pending.question
    if not is_simple(asked):
        return
    try:
        world = remembering(begun or _world(asked, pending.state.top, pending.state.common))
    except (RatchetError, OSError):
        return
    day = world.bench.today
    _take(world, pending.state, asked.base)
    with seldom_collected():
        try:
            with watched(world.bench):
                request = CheckRequest(day, asked.staged, asked.base)
                verdict, relevance = check_again(world, request, pending, brief=True)
        except (RatchetError, OSError):
            world.git.abandon()
            return
        close_all()
        leave(printed(asked, verdict, day), relevance)
