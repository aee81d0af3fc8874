"""Where the record for one kind of question is kept, and what it says of one file, word for word."""

from __future__ import annotations

from ratchet.quick.sealed import place_of, read_parts, write_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Shelf", "cells_of", "lens_in", "shelf_for"]


class Shelf:
    """A place for one record, which speaks for those words alone that it was put there with."""

    __slots__ = ("_path", "_words")

    def __init__(self, common: str, words: Iterable[str]) -> None:
        self._words = "\0".join(words).encode("utf-8", "surrogateescape")
        self._path = place_of(common, "records", self._words)

    def parts(self) -> list[bytes]:
        """The record as it was put there; nothing where there is none."""
        words, *parts = read_parts(self._path) or [b""]
        return parts if words == self._words else []

    def put(self, parts: Sequence[bytes]) -> None:
        """Keep a record in the place of an older one."""
        write_parts(self._path, [self._words, *parts])


def shelf_for(common: str, surroundings: Iterable[str], staged: bool, base: str) -> Shelf:
    """The shelf for a kind of question: each compares with another commit, or blames otherwise."""
    kind = "base" if base else "tree"
    return Shelf(common, (*surroundings, f"{kind} {'index' if staged else 'worktree'}"))


def cells_of(table: bytes, path: str) -> list[str] | None:
    """What stands behind a path in a table whose every line follows a line break; None where the path is not in it."""
    start = table.find(b"\n" + path.encode("utf-8", "surrogateescape") + b"\t")
    if start < 0:
        return None
    line = table[start + 1 : table.index(b"\n", start + 1)].decode("utf-8", "surrogateescape")
    return line.split("\t")[1:]


def lens_in(lenses: Sequence[bytes], path: str) -> tuple[bool, bytes] | None:
    """Whether only production counts in a file, and what it is read with; before each lens stands what it is for."""
    for about, lens in zip(lenses[::2], lenses[1::2], strict=True):
        counts, *endings = about.decode().split("\t")
        if path.endswith(tuple(endings)):
            return counts == "production", lens
    return None
