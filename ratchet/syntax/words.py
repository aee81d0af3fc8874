"""Find a text in the bytes of a file, at every place where it stands."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["every_place"]


def every_place(word: bytes, text: bytes) -> Iterator[int]:
    """The offsets of a word, be it part of a longer one: whether it is a node of its own is for the tree to say."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)
