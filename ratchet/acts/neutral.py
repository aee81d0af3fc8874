"""An answer for changes that mean nothing: what a verdict takes from the changed files is what is on record of them."""

from __future__ import annotations

import marshal

from ratchet.formats.amounts import size
from ratchet.quick.answers import Answer
from ratchet.quick.pending import Pending
from ratchet.quick.shelf import cells_of, lens_in, shelf_for
from ratchet.quick.state import content_of
from ratchet.repo.reader import Reader

__all__ = ["answer_neutral"]

_MOST_FILES = 8
_MOST_BYTES = 200_000


class _Known:
    """A changed file: its bytes, and what is on record of it; a `doubted` one is parsed whatever its letters tell."""

    __slots__ = ("content", "doubted", "essence", "lens", "only_production", "size")

    def __init__(self, content: bytes, lens: tuple[bool, bytes], cells: list[str]) -> None:
        _, _, budgets, self.essence, size = cells
        self.content = content
        self.only_production, self.lens = lens
        self.doubted = bool(budgets)
        self.size = int(size)

    @property
    def asked(self) -> tuple[bytes, bytes, bool, str, bool]:
        """The file as it is asked for."""
        return self.content, self.lens, self.only_production, self.essence, self.doubted


def answer_neutral(pending: Pending, reader: Reader) -> Answer | None:
    """The answer, where an earlier one differs from it in the size of all files alone; None where that is not known."""
    found = pending.basis()
    if found is None:
        return None
    basis, _ = found
    try:
        files = _files(pending)
        more = _growth(files, reader) if files else None
    except (ValueError, TypeError, EOFError):
        return None  # what is kept is of another shape
    if more is None or basis.size + more <= 0:
        return None
    answer = Answer(basis.code, basis.before + size(basis.size + more).encode() + basis.after)
    pending.keep_beside(answer)
    return answer


def _files(pending: Pending) -> list[_Known] | None:
    """The changed files; None where one is not on record, odd, or not to be had."""
    found = pending.basis()
    parts = shelf_for(pending.state.common, pending.surroundings, pending.question.staged, "").parts(unproved=1)
    if found is None or len(parts) < 2:
        return None
    (basis, changes), (header, table, *lenses) = found, parts
    if len(changes) > _MOST_FILES or not header.startswith(basis.commit.encode() + b"\t"):
        return None
    files = []
    for change in changes:
        cells = cells_of(table, change.path) if change.path not in basis.moved else None
        content = content_of(pending.state.top, change, min(basis.limit, _MOST_BYTES)) if cells else None
        lens = lens_in(lenses, change.path)
        if cells is None or content is None or lens is None:
            return None
        files.append(_Known(content, lens, cells))
    return files if all(file.essence for file in files) else None


def _growth(files: list[_Known], reader: Reader) -> int | None:
    """By how many bytes the files grew; None where one of them means something else now."""
    told = reader.ask(marshal.dumps(tuple(file.asked for file in files)))
    words = told.decode().split(" ") if told else []
    if words[::2] != [file.essence for file in files]:
        return None
    return sum(map(int, words[1::2])) - sum(file.size for file in files)
