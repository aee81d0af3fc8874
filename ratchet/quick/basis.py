"""An answer from which those to neutral changes are made: they differ from it in one number."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["Basis", "basis_of"]


class Basis:
    """What a run printed, before and after the size of all files, and what that is where nothing is changed.

    `commit` is that of the record which tells how files are; the files in `moved` were committed otherwise since.
    A file of more bytes than the `limit` is not read.
    """

    __slots__ = ("after", "before", "code", "commit", "limit", "moved", "size")

    def __init__(
        self, commit: str, moved: Collection[str], numbers: tuple[int, int, int], around: tuple[bytes, bytes]
    ) -> None:
        self.commit = commit
        self.moved = frozenset(moved)
        self.size, self.limit, self.code = numbers
        self.before, self.after = around

    def parts(self) -> list[bytes]:
        """The basis as it is kept."""
        moved = "\0".join(sorted(self.moved)).encode("utf-8", "surrogateescape")
        return [self.commit.encode(), moved, b"%d %d %d" % (self.size, self.limit, self.code), self.before, self.after]


def basis_of(parts: Sequence[bytes]) -> Basis:
    """The basis that was kept. Raises ValueError where the parts are of another shape."""
    commit, moved, numbers, before, after = parts
    size, limit, code = map(int, numbers.split())
    paths = moved.decode("utf-8", "surrogateescape").split("\0")
    return Basis(commit.decode("ascii"), paths, (size, limit, code), (before, after))
