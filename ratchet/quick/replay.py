"""A question and the state of the repository → the answer that was given before, or a place to keep one."""

from __future__ import annotations

from ratchet.quick.git import can_start
from ratchet.quick.question import question
from ratchet.quick.state import look

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ratchet.quick.answers import Answer
    from ratchet.quick.engine import Stamp
    from ratchet.quick.pending import Pending
    from ratchet.quick.question import Question
    from ratchet.quick.state import Look

    Hook = Callable[[], None]
    Begin = Callable[[Question, str, str, bytes], None]

__all__ = ["recall"]


def recall(
    args: Sequence[str],
    environment: Mapping[str, str],
    sources_changed: Hook,
    first_time: Callable[[], Begin | None],
) -> Answer | Pending | None:
    """The answer of an earlier run, the question as pending, or None for what is always to be found out.

    Somebody may want to begin to read as soon as it is known that `sources_changed`, in the index at least; where no
    run has left anything, `first_time` is what can be done while git is at work, and gives what can begin as soon as
    git has listed its index: with the question, the top of the work tree, git's directory and that list.
    """
    asked = question(args, environment) if can_start() else None
    if asked is None:
        return None
    try:
        beginning = look(asked.staged, asked.base)
        # All else is loaded, and found out, while git is at work.
        from ratchet.quick.engine import Stamp
        from ratchet.quick.flags import begin_to_list, index_stamp, none_filtered, none_hidden
        from ratchet.quick.pending import Pending

        stamp, tracked, indexed = Stamp(), None, b""
        if asked.staged:  # else git itself keeps two processors busy
            _get_ready(beginning, stamp, sources_changed)
        elif beginning.is_first():
            indexed, listing = index_stamp(beginning.index()), begin_to_list()
            begin, tracked = first_time(), listing.output()
            if begin and tracked is not None:
                begin(asked, *beginning.places(), tracked)
        engine, state = stamp.words(), beginning.state()
        if state is None or not none_filtered(state.top, state.common):
            return None
        known = tracked, indexed
        if not asked.staged and not none_hidden(state.top, state.index, state.common, state.untracked or b"", *known):
            return None
        state.tracked, state.stamp = known
        pending = Pending(asked, state, engine)
    except (OSError, ValueError):
        return None
    return pending.known() or pending


def _get_ready(beginning: Look, stamp: Stamp, sources_changed: Hook) -> None:
    """Do what is to be done anyway as long as git is at work, then tell if sources changed."""
    from ratchet.quick.ahead import SOURCES, load_while

    stamp.go_on_while(beginning.is_at_work)
    load_while(beginning.is_at_work)
    if beginning.tells_of(*SOURCES):
        sources_changed()
