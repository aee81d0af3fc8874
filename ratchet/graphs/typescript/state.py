"""Where a scan stands: the offset, the last token, what is open, and what was found."""

from __future__ import annotations

from typing import NamedTuple

from ratchet.graphs.typescript.frames import Frame
from ratchet.model.value import field, mutable

__all__ = ["Found", "State"]


class Found(NamedTuple):
    """One import, at an offset of the text."""

    offset: int
    module: str
    names: tuple[str, ...] = ()
    type_only: bool = False
    lazy: bool = False
    conditional: bool = False


@mutable
class State:
    """One scan of `text` up to `stop`, or until nothing after `until` can import.

    `operand` says that the last token ends a value, so that `/` divides and `<` compares. `markup` is where the
    outermost open markup began, `level` how much was open then; a `<` in `refused` proved to be none.
    `vain` is how much was looked through for regular expressions that are none.
    """

    text: str
    at: int
    stop: int
    until: int
    marked: bool
    refused: frozenset[int] = frozenset()
    frames: list[Frame] = field(default_factory=lambda: [Frame("block", fresh=True)])
    found: list[Found] = field(default_factory=list)
    operand: bool = False
    last: str = ""
    end: int = 0
    label: int = -1
    vain: int = 0
    markup: int = -1
    level: int = 0
    closers: dict[str, int] | None = None

    @property
    def top(self) -> Frame:
        """The innermost open bracket."""
        return self.frames[-1]

    def step(self, token: str, end: int, operand: bool) -> None:
        """Past a token of code."""
        self.last, self.end, self.at, self.operand = token, end, end, operand

    def newline(self, start: int) -> bool:
        """Does a line end between the last token and this one?"""
        return self.text.find("\n", self.end, start) >= 0

    def lazy(self) -> bool:
        """Does code here run only when something is called?"""
        return self.top.lazy or self.top.arrow

    def conditional(self) -> bool:
        """Does code here run, when its function does, only if something holds?"""
        top = self.top
        return (top.conditional or top.branch) and not top.arrow

    def boundary(self) -> None:
        """The statement, or the member of a class, is over."""
        top = self.top
        top.arrow = top.branch = top.awaiting = top.casing = False
        top.pending = ""
        top.fresh = top.role in {"block", "function"}
        top.key = top.role in {"class", "object"}

    def take(self, found: Found) -> None:
        """Remember an import."""
        self.found.append(found)
