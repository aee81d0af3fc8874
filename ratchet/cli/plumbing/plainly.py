"""The plain `check` for people that judges whole trees, without the machinery of commands."""

from __future__ import annotations

import os

from ratchet.acts.bench import Bench
from ratchet.acts.recalling import check_again
from ratchet.acts.requests import CheckRequest
from ratchet.acts.world import world_of
from ratchet.cli.plumbing.collecting import seldom_collected
from ratchet.cli.plumbing.progress import watched
from ratchet.cli.plumbing.simple import is_simple, printed
from ratchet.model.errors import RatchetError
from ratchet.quick.answers import Answer, Relevance
from ratchet.quick.pending import Pending
from ratchet.repo.blobs import close_all
from ratchet.repo.clock import today
from ratchet.repo.commits import begin_to_list
from ratchet.repo.workers import default_limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

__all__ = ["answer_plainly"]


def answer_plainly(pending: Pending, leave: Callable[[Answer, Relevance | None], NoReturn]) -> None:
    """Find the answer to a simple question, and which files can change it, and leave with that.

    It comes back only where there is none, for commands to tell what is. Whoever leaves from here spares a tenth of a
    second that it takes to let go of all that was found in a large repository.
    """
    asked = pending.question
    if not is_simple(asked):
        return
    try:
        day = today()
        world = world_of(pending.state.top, pending.state.common, Bench(today=day, limits=default_limits(asked.jobs)))
    except (RatchetError, OSError):
        return
    world.tracked, world.untracked = pending.state.tracked, pending.state.untracked
    if not asked.base:
        world.changed = pending.state.head, frozenset(os.fsencode(each.path) for each in pending.state.changes)
        begin_to_list(world.git, pending.state.head)
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
