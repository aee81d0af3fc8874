"""A check with the help of what earlier runs left: of what differs, where that can be judged by itself."""

from __future__ import annotations

from ratchet.acts.check import Examination, examine, is_base
from ratchet.acts.completing import measured_at
from ratchet.acts.near import check_near
from ratchet.acts.proving import is_as_told
from ratchet.acts.recording import record_of
from ratchet.acts.records import put_record, record_on
from ratchet.acts.relevance import relevance_of
from ratchet.acts.requests import CheckRequest
from ratchet.acts.uncounted import gone_from_count
from ratchet.acts.world import World
from ratchet.model.verdict import Verdict
from ratchet.quick.answers import Relevance
from ratchet.quick.pending import Pending
from ratchet.quick.shelf import shelf_for

__all__ = ["check_again"]


def check_again(world: World, request: CheckRequest, pending: Pending, brief: bool) -> tuple[Verdict, Relevance | None]:
    """The verdict, and which files can change it; a `brief` one may lack sites that a report for people never shows."""
    shelf = shelf_for(pending.state.common, pending.surroundings, request.staged, request.base)
    record = record_on(shelf) if brief else None
    near = check_near(world, request, pending.state, record) if record else None
    if near:
        return near.verdict, near.relevance
    seen = examine(world, request, brief)
    told = seen.verdict.findings or seen.verdict.loosenings  # for those, files are read once more
    if seen.base == pending.state.head and not (pending.state.changes or told) and is_base(world, seen):
        pending.take_as_proved()
    elif is_as_told(world, seen, pending.state):
        pending.look_again()  # git is at work on it while the record is made
    else:
        pending.take_as_changed()
    made = record_of(world, seen, {change.path for change in pending.state.changes})
    if made and pending.is_still_so():
        put_record(shelf, made)
    return seen.verdict, _relevance(world, seen)


def _relevance(world: World, seen: Examination) -> Relevance | None:
    """Where a counted file is gone, any new file may go on with it."""
    policy = seen.contract.policy
    if seen.base and gone_from_count(measured_at(world, seen.contract, seen.base), policy, seen.head.tree):
        return None
    return relevance_of(world)
