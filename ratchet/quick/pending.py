"""A question that is still to be answered, and where its answer is kept."""

from __future__ import annotations

import os

from ratchet.quick.answers import Answer, Answers, Relevance
from ratchet.quick.flags import config_files, index_stamp
from ratchet.quick.question import Question
from ratchet.quick.state import Look, State, look

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ratchet.quick.basis import Basis
    from ratchet.quick.state import Change

__all__ = ["Pending"]

_TOLD = frozenset({0, 1, 4})
"""The exit codes of verdicts."""


class Pending:
    """A question that is still to be answered, the state in which it was asked, and what is not of the question.

    The `surroundings` are who answers, and how git is set.
    """

    __slots__ = ("_again", "_answers", "_is_so", "_stamp", "_words", "question", "state", "surroundings")

    def __init__(self, asked: Question, state: State, engine: str) -> None:
        self.question = asked
        self._words = _words(asked, state)
        self._answers = Answers(state.common, (*self._words, engine))
        self.state = state
        self._again: Look | None = None
        self._is_so: bool | None = None
        self._stamp = state.stamp or index_stamp(state.index)
        self.surroundings = (engine, *_settings(state.common))

    def known(self) -> Answer | None:
        """What was answered before."""
        return self._answers.find(self.state.changes)

    def wants(self, code: int) -> bool:
        """Whether an answer with this exit code is worth keeping: that none was reached may be of the moment."""
        return code in _TOLD

    def basis(self) -> tuple[Basis, Sequence[Change]] | None:
        """What an answer may be made of, and the changes that must mean nothing for that; None where one means more."""
        basis, relevance = self._answers.basis, self._answers.relevance
        changes = relevance.ordinary(self.state.changes) if basis and relevance else None
        return (basis, changes) if basis and changes else None

    def keep_beside(self, answer: Answer) -> None:
        """Remember an answer that was made of an earlier one: the same files can change it."""
        self.keep(answer, self._answers.relevance)

    def keep(self, answer: Answer, relevance: Relevance | None, basis: Basis | None = None) -> None:
        """Remember an answer that was made of the very contents that the state names."""
        self._answers.keep(self.state.changes, relevance, answer, basis)

    def keep_if_still_so(self, answer: Answer, relevance: Relevance | None) -> None:
        """Remember an answer that is worth it, where nothing changed while it was found."""
        if self.wants(answer.code) and self.is_still_so():
            self.keep(answer, relevance)

    def take_as_proved(self) -> None:
        """Note that every content that was read is the one that the state names, if git is still set as it was."""
        self._is_so = self._is_same(self.state)

    def take_as_changed(self) -> None:
        """Note that something was read that is not what the state names."""
        self._is_so = False

    def look_again(self) -> None:
        """Begin to look at the repository once more: all that was to be read of it was read."""
        try:
            self._again = look(self.question.staged, self.question.base)
        except OSError:
            self._again = None  # nobody will know, so nothing will be kept

    def is_still_so(self) -> bool:
        """Whether nothing changed meanwhile; nobody knows which state was read else."""
        if self._is_so is None:
            if self._again is None:
                self.look_again()
            now = self._again.state() if self._again else None
            self._is_so = now is not None and self._is_same(now)
        return self._is_so

    def _is_same(self, now: State) -> bool:
        """Whether nothing was written meanwhile: what was changed and changed back may have been read in between."""
        if _words(self.question, now) != self._words or index_stamp(self.state.index) != self._stamp:
            return False
        if now.told != self.state.told:
            return False
        return [*map(_written, now.changes)] == [*map(_written, self.state.changes)]


def _written(change: Change) -> tuple[str, str]:
    return change.words, change.stamp


def _words(asked: Question, state: State) -> tuple[str, ...]:
    """Everything but the changes that an answer depends on."""
    return (*asked.words, state.top, state.head, state.base, *_settings(state.common))


def _settings(common: str) -> Iterator[str]:
    """What decides how git reads: its settings, and where a history was cut off."""
    for place in (f"{common}/shallow", f"{common}/info/grafts", *config_files(common)):
        try:
            status = os.stat(place)
            yield f"{place} {status.st_size} {status.st_mtime_ns}"
        except OSError:
            yield place
