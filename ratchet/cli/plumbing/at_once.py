"""The plain `check` for people, answered from a record without the machinery of commands."""

from __future__ import annotations

import sys

from ratchet.acts.bench import Bench
from ratchet.acts.near import Near, check_near
from ratchet.acts.records import record_on
from ratchet.acts.requests import CheckRequest
from ratchet.acts.world import world_of
from ratchet.cli.plumbing.simple import is_simple, printed
from ratchet.formats.amounts import size
from ratchet.model.errors import RatchetError
from ratchet.quick.answers import Answer
from ratchet.quick.basis import Basis
from ratchet.quick.pending import Pending
from ratchet.quick.shelf import shelf_for
from ratchet.repo.clock import today

__all__ = ["answer_at_once"]


def answer_at_once(pending: Pending) -> Answer | None:
    """The answer where the question is simple and what differs from the record can be judged by itself."""
    asked = pending.question
    if not is_simple(asked):
        return None
    record = record_on(shelf_for(pending.state.common, pending.surroundings, asked.staged, asked.base))
    if record is None:
        return None
    try:
        day = today()
        world = world_of(pending.state.top, pending.state.common, Bench(today=day))
        request = CheckRequest(day, asked.staged, asked.base)
        near = check_near(world, request, pending.state, record)
    except (RatchetError, OSError):
        return None  # told in full by the plain way
    if near is None:
        return None
    answer = printed(asked, near.verdict, day)
    if pending.wants(answer.code):
        pending.keep(answer, near.relevance, None if sys.stdout.isatty() else _basis(near, answer))
    return answer


def _basis(near: Near, answer: Answer) -> Basis | None:
    """What other answers can be made of where the change meant nothing; a terminal would break their lines anew."""
    told, ground = near.verdict.inspection.bytes, near.ground
    before, opening, after = answer.text.partition(f" ({size(told)}): ".encode())
    if ground is None or not opening or opening in after:
        return None
    numbers = ground.size, ground.limit, answer.code
    return Basis(ground.commit, ground.moved, numbers, (before + b" (", b"): " + after))
