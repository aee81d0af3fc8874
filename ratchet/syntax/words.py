"""Words in bytes: where they stand, and what is left of them however a text is rewritten before it is parsed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ratchet.syntax.late import late

__all__ = ["every_place", "occurs", "places"]

_IN_NAMES = frozenset(b"_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
_SOLID = late(rb"_|[A-Za-z][A-Za-z0-9_]*")
_LETTERS = late(rb"[A-Za-z0-9]+")


def places(word: bytes, text: bytes, start: int = 0, stop: int | None = None) -> Iterator[int]:
    """Where a word stands that is no part of a longer one, in all of a text or in a stretch of it."""
    first, last = word[0] in _IN_NAMES, word[-1] in _IN_NAMES
    at, size = text.find(word, start, stop), len(text)
    while at >= 0:
        end = at + len(word)
        goes_on = (first and at and text[at - 1] in _IN_NAMES) or (last and end < size and text[end] in _IN_NAMES)
        if not goes_on:
            yield at
        at = text.find(word, end, stop)


def every_place(letters: bytes, text: bytes) -> Iterator[int]:
    """Where letters stand, be it in a longer word."""
    at = text.find(letters)
    while at >= 0:
        yield at
        at = text.find(letters, at + 1)


def occurs(word: bytes, source: bytes) -> bool:
    """Whether a word may stand in a source once that is ready for its parser.

    Until then brackets, comments, marks of raw names, white space and the first letter of a name may have become blanks
    or `_`, and a mark may have moved. That makes no letters and joins none, so a word of letters stands where it stood;
    of another only its letters need be there.
    """
    if _is_solid(word):
        return word in source and any(True for _ in places(word, source))
    return _longest_letters(word) in source


@cache
def _is_solid(word: bytes) -> bool:
    return _SOLID().fullmatch(word) is not None


@cache
def _longest_letters(word: bytes) -> bytes:
    return max(_LETTERS().findall(word), key=len, default=word)
