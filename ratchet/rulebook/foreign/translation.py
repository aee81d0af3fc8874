"""What the settings of another tool become: drafts of our rules, and what could not be said."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ratchet.model.errors import Mistake, Place
from ratchet.model.value import frozen

__all__ = ["Draft", "Spec", "Translation", "Tree", "one_line", "short"]

Spec = str | Mapping[str, object]


@frozen
class Tree:
    """The files of the repository, and which of them are test code: what a pattern of another tool is held against.

    `read` gives the bytes of a file, none where it cannot be read.
    """

    paths: tuple[str, ...]
    is_test: Callable[[str], bool]
    read: Callable[[str], bytes] = lambda _path: b""


@frozen
class Draft:
    """One rule before it is written: `name` becomes its id, `remarks` the comments above it."""

    name: str
    because: str
    advice: str
    verb: str
    spec: Spec
    place: Place
    phase: str = ""
    remarks: tuple[str, ...] = ()


@frozen
class Translation:
    """The rules in the order of the file they come from, and what is left of it, each with its place and why."""

    drafts: tuple[Draft, ...] = ()
    left: tuple[Mistake, ...] = ()


def one_line(text: str) -> str:
    """A text without its line ends."""
    return " ".join(text.split())


def short(words: Sequence[str]) -> str | list[str]:
    """One selector as itself, several as a list."""
    return words[0] if len(words) == 1 else list(words)
