"""Where the record for one kind of question is kept, and what it says of one file, word for word."""

from __future__ import annotations

from binascii import crc32

from ratchet.quick.sealed import place_of, read_parts, write_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Shelf", "cells_of", "lens_in", "line_of", "shelf_for"]


class Shelf:
    """A place for one record, which speaks for those words alone that it was put there with."""

    __slots__ = ("_path", "_words")

    def __init__(self, common: str, words: Iterable[str]) -> None:
        self._words = "\0".join(words).encode("utf-8", "surrogateescape")
        self._path = place_of(common, "records", self._words)

    def parts(self, unproved: int = -1) -> list[bytes]:
        """The record as it was put there, but for the part whose rows have to prove themselves; nothing without one."""
        words, *parts = read_parts(self._path, unproved + 1 if unproved >= 0 else unproved) or [b""]
        return parts if words == self._words else []

    def put(self, parts: Sequence[bytes]) -> None:
        """Keep a record in the place of an older one."""
        write_parts(self._path, [self._words, *parts])


def shelf_for(common: str, surroundings: Iterable[str], staged: bool, base: str) -> Shelf:
    """The shelf for a kind of question: each compares with another commit, or blames otherwise."""
    kind = "base" if base else "tree"
    return Shelf(common, (*surroundings, f"{kind} {'index' if staged else 'worktree'}"))


def line_of(path: str, cells: str) -> bytes:
    """A line of a table, with tabs between its cells; it proves itself, so that one can be had without all others."""
    line = f"{path}\t{cells}\t".encode("utf-8", "surrogateescape")
    return line + b"%08x" % crc32(line)


def cells_of(table: bytes, path: str) -> list[str] | None:
    """What stands behind a path in a table whose every line follows a line break; None where the path is not in it.

    Raises ValueError for a line that is not as it was written.
    """
    start = table.find(b"\n" + path.encode("utf-8", "surrogateescape") + b"\t") + 1
    if not start:
        return None
    line = table[start : table.index(b"\n", start)]
    told, _, seal = line.rpartition(b"\t")
    if seal != b"%08x" % crc32(told + b"\t"):
        raise ValueError("a line that nobody wrote")
    return told.decode("utf-8", "surrogateescape").split("\t")[1:]


def lens_in(lenses: Sequence[bytes], path: str) -> tuple[bool, bytes] | None:
    """Whether only production counts in a file, and what it is read with; before each lens stands what it is for."""
    for about, lens in zip(lenses[::2], lenses[1::2], strict=True):
        counts, *endings = about.decode().split("\t")
        if path.endswith(tuple(endings)):
            return counts == "production", lens
    return None
