"""A question and the state of the repository → the answer that was given before, or a place to keep one."""

from __future__ import annotations

import os

from ratchet.quick.answers import Answer, Answers, Relevance, directory_of
from ratchet.quick.engine import stamp
from ratchet.quick.flags import none_hidden
from ratchet.quick.git import can_start
from ratchet.quick.question import Question, question
from ratchet.quick.state import State, look

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["Pending", "recall"]

_TOLD = frozenset({0, 1, 4})
"""The exit codes of verdicts."""


class Pending:
    """A question that is still to be answered, and the state in which it was asked."""

    __slots__ = ("_answers", "_question", "_state")

    def __init__(self, asked: Question, state: State, answers: Answers) -> None:
        self._question = asked
        self._state = state
        self._answers = answers

    def wants(self, code: int) -> bool:
        """Whether an answer with this exit code is worth keeping: that none was reached may be of the moment."""
        return code in _TOLD

    def keep(self, text: bytes, code: int, relevance: Relevance | None) -> None:
        """Remember what was answered, unless something changed meanwhile: nobody knows which state was read then."""
        now = look(self._question.staged, self._question.base).state()
        if now is None or _words(self._question, now) != _words(self._question, self._state):
            return
        if [each.words for each in now.changes] == [each.words for each in self._state.changes]:
            self._answers.keep(now.changes, relevance, Answer(code, text))


def recall(args: Sequence[str], environment: Mapping[str, str]) -> Answer | Pending | None:
    """The answer of an earlier run, the question as pending, or None for what is always to be found out."""
    asked = question(args, environment) if can_start() else None
    if asked is None:
        return None
    try:
        beginning = look(asked.staged, asked.base)
        stamp_of_us = stamp()  # while git is at work
        state = beginning.state()
        if state is None:
            return None
        directory = directory_of(state.common)
        if not asked.staged and not none_hidden(state.index, directory):
            return None
        answers = Answers(directory, (*_words(asked, state), stamp_of_us))
    except (OSError, ValueError):
        return None
    return answers.find(state.changes) or Pending(asked, state, answers)


def _words(asked: Question, state: State) -> tuple[str, ...]:
    """Everything but the changes that an answer depends on."""
    return (*asked.words, state.top, state.head, state.base, *_settings(state.common))


def _settings(common: str) -> Iterator[str]:
    """What decides how git reads: its settings, and where a history was cut off."""
    home = os.path.expanduser("~")
    other = os.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    places = (f"{common}/config", f"{common}/config.worktree", f"{common}/shallow", f"{common}/info/grafts")
    for place in (*places, f"{home}/.gitconfig", f"{other}/git/config", "/etc/gitconfig"):
        try:
            status = os.stat(place)
            yield f"{place} {status.st_size} {status.st_mtime_ns}"
        except OSError:
            yield place
