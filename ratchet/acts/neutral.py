"""An answer for changes that mean nothing: what a verdict takes from the changed files is what is on record of them."""

from __future__ import annotations

from ratchet.formats.amounts import size
from ratchet.model.essence import essence_of, is_aside
from ratchet.model.value import replace
from ratchet.quick.answers import Answer
from ratchet.quick.pending import Pending
from ratchet.quick.shelf import cells_of, lens_in, shelf_for
from ratchet.quick.state import content_of
from ratchet.repo.apart import done_apart
from ratchet.syntax.facts import glance, read_facts
from ratchet.syntax.lens_keeping import lens_of
from ratchet.syntax.wanted import Extent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ratchet.model.facts import FileFacts

__all__ = ["answer_neutral"]

_MOST_FILES = 8
_MOST_BYTES = 200_000
_SMALL = 40_000


class _Known:
    """A changed file: its bytes, and what is on record of it; a `doubted` one is parsed whatever its letters tell."""

    __slots__ = ("content", "doubted", "essence", "lens", "only_production", "size")

    def __init__(self, content: bytes, lens: tuple[bool, bytes], cells: list[str]) -> None:
        _, _, budgets, self.essence, size = cells
        self.content = content
        self.only_production, self.lens = lens
        self.doubted = bool(budgets)
        self.size = int(size)

    def told(self) -> str:
        """What the file means now, and its size."""
        facts = self._facts()
        return f"{essence_of(facts, self.only_production, is_aside(self.essence))} {facts.size}"

    def _facts(self) -> FileFacts:
        lens = lens_of(self.lens)
        extent = Extent(self.doubted, not self.only_production, not is_aside(self.essence))
        told = None if self.doubted else glance(lens, self.content, extent)
        if len(self.content) < _SMALL:
            # Where all of a file parses it says the same in one piece, and what splits it takes longer than the parse.
            lens = replace(lens, by_items=False)
        return told or read_facts(lens, self.content, extent)


def answer_neutral(pending: Pending) -> Answer | None:
    """The answer, where an earlier one differs from it in the size of all files alone; None where that is not known."""
    found = pending.basis()
    if found is None:
        return None
    basis, _ = found
    try:
        files = _files(pending)
        more = _growth(files) if files else None
    except (ValueError, TypeError, EOFError):
        return None  # what is kept is of another shape
    if more is None or basis.size + more <= 0:
        return None
    answer = Answer(basis.code, basis.before + size(basis.size + more).encode() + basis.after)
    pending.keep(answer, None)
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


def _growth(files: list[_Known]) -> int | None:
    """By how many bytes the files grew; None where one of them means something else now."""
    told = done_apart(lambda: " ".join(file.told() for file in files).encode())
    words = told.decode().split(" ") if told else []
    if words[::2] != [file.essence for file in files]:
        return None
    return sum(map(int, words[1::2])) - sum(file.size for file in files)
