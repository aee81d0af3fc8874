"""Answers of earlier runs, each under everything that it depends on: the question and the state, word for word.

One small file for each question, in git's own directory. Whatever is wrong with such a file, there is no answer in it.
"""

from __future__ import annotations

from ratchet.quick.basis import Basis, basis_of
from ratchet.quick.sealed import place_of, read_parts, write_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ratchet.quick.state import Change

__all__ = ["Answer", "Answers", "Relevance"]

_MOST_BYTES = 1_000_000
_MOST_ANSWERS = 8


class Relevance:
    """Which files can change an answer: by ending, by name, or below a directory; `policy` are those that rule.

    A change to the policy itself may make anything relevant.
    """

    __slots__ = ("endings", "names", "policy")

    def __init__(self, endings: Sequence[str], names: Iterable[str], policy: Sequence[str]) -> None:
        self.endings = tuple(sorted(endings))
        self.names = tuple(sorted(names))
        self.policy = tuple(sorted(policy))

    def of(self, changes: Sequence[Change]) -> Sequence[Change]:
        """The changes that matter."""
        if any(change.path.startswith(self.policy) for change in changes):
            return changes
        return [change for change in changes if self._matters(change)]

    def ordinary(self, changes: Sequence[Change]) -> Sequence[Change] | None:
        """The changes that matter, where each is of the content of a file that alters the role of no other."""
        found = self.of(changes)
        plain = all(each.old and each.blob and each.path.endswith(self.endings) for each in found)
        far = any(self._is_special(each) or _name(each) in self.names for each in found)
        return found if plain and not far and not any(each.path.startswith(self.policy) for each in found) else None

    def _matters(self, change: Change) -> bool:
        return self._is_special(change) or change.path.endswith(self.endings) or _name(change) in self.names

    def _is_special(self, change: Change) -> bool:
        """What is no plain file is told whatever it is called: a link, or another repository, which ends with `/`."""
        return change.was_link or change.is_link or not _name(change)


def _name(change: Change) -> str:
    return change.path.rpartition("/")[2]


class Answer:
    """What a run printed on standard output, and how it ended."""

    __slots__ = ("code", "text")

    def __init__(self, code: int, text: bytes) -> None:
        self.code = code
        self.text = text


class Answers:
    """The answers to one question in different states, newest first, and which changes make a state another one.

    Where there is a `basis`, the answers to changes that mean nothing can be made of it.
    """

    __slots__ = ("_answers", "basis", "path", "relevance", "words")

    def __init__(self, common: str, words: Sequence[str]) -> None:
        self.words = "\0".join(words).encode("utf-8", "surrogateescape")
        self.path = place_of(common, "answers", self.words)
        self.relevance: Relevance | None = None
        self.basis: Basis | None = None
        self._answers: list[tuple[bytes, Answer]] = []
        kept = read_parts(self.path)
        if kept and kept[0] == self.words:
            try:
                self._take(kept[1:])
            except (ValueError, IndexError):
                self.relevance, self.basis, self._answers = None, None, []  # of another shape: as good as none

    def find(self, changes: Sequence[Change]) -> Answer | None:
        """The answer in a state, where it was given before."""
        wanted = self._state(changes)
        return next((answer for state, answer in self._answers if state == wanted), None)

    def keep(
        self, changes: Sequence[Change], relevance: Relevance | None, answer: Answer, basis: Basis | None = None
    ) -> None:
        """Remember an answer; where that cannot be done, the next run finds it out again.

        Without a relevance any file may change it.
        """
        if len(answer.text) > _MOST_BYTES:
            return
        if not _same(relevance, self.relevance):
            self.relevance, self._answers, self.basis = relevance, [], None
        self.basis = basis or self.basis
        state = self._state(changes)
        others = [each for each in self._answers if each[0] != state]
        self._answers = [(state, answer), *others][:_MOST_ANSWERS]
        write_parts(self.path, [self.words, *self._parts()])

    def _state(self, changes: Sequence[Change]) -> bytes:
        seen = self.relevance.of(changes) if self.relevance else changes
        return "\0".join(change.words for change in seen).encode("utf-8", "surrogateescape")

    def _take(self, parts: Sequence[bytes]) -> None:
        lists = [tuple(part.decode("utf-8", "surrogateescape").split("\0")) if part else () for part in parts[1:4]]
        self.relevance = Relevance(*lists) if parts[0] == b"some" else None
        self.basis = basis_of(parts[5:10]) if parts[4] else None
        rest = parts[10 if self.basis else 5 :]
        states = zip(rest[::3], rest[1::3], rest[2::3], strict=True)
        self._answers = [(state, Answer(int(code), text)) for state, code, text in states]

    def _parts(self) -> list[bytes]:
        known = self.relevance or Relevance((), (), ())
        parts = [b"some" if self.relevance else b"all"]
        lists = (known.endings, known.names, known.policy)
        parts += ["\0".join(each).encode("utf-8", "surrogateescape") for each in lists]
        parts += [b"with basis", *self.basis.parts()] if self.basis else [b""]
        for state, answer in self._answers:
            parts += [state, b"%d" % answer.code, answer.text]
        return parts


def _same(one: Relevance | None, other: Relevance | None) -> bool:
    if one is None or other is None:
        return one is other
    return all(getattr(one, name) == getattr(other, name) for name in Relevance.__slots__)
