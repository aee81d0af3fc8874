"""One YAML document as plain data, with the places of its keys, its values and the text inside them."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.model.errors import Place
from ratchet.model.shape import Step
from ratchet.model.value import field, frozen

__all__ = ["Document", "Spot"]

Steps = tuple[Step, ...]


@frozen
class Spot:
    """Where a value and its key stand, 1-based; `style` is how a text is written: `|`, `>`, a quote, or nothing."""

    line: int
    column: int
    key_line: int
    key_column: int
    style: str = ""
    text: str = ""


@frozen
class Document:
    """The data of one document; `place` and `text_place` point back into the file."""

    data: object
    path: str
    spots: Mapping[Steps, Spot] = field(repr=False)
    lines: tuple[str, ...] = field(repr=False)

    def place(self, steps: Steps, on_key: bool = False) -> Place:
        """Where a value stands, or its key; for what is not there, where the nearest thing around it stands."""
        while steps not in self.spots:
            steps = steps[:-1]
        spot = self.spots[steps]
        if on_key:
            return Place(self.path, spot.key_line, spot.key_column)
        return Place(self.path, spot.line, spot.column)

    def text_place(self, steps: Steps, row: int, column: int) -> Place:
        """Where a row and column of a text, counted from 0, stand in the file; exact where it is written out as is."""
        spot = self.spots.get(steps)
        if spot is None or not spot.text:
            return self.place(steps)
        if spot.style == "|":
            return Place(self.path, spot.line + 1 + row, self._indent(spot) + column + 1)
        if spot.style == ">":
            return Place(self.path, spot.line + 1)
        return self._in_line(spot, row, column)

    def _indent(self, spot: Spot) -> int:
        """A literal block keeps its lines but for the indentation: the first line with text shows how much that is."""
        for row, text in enumerate(spot.text.split("\n")):
            if text.strip():
                return len(self.lines[spot.line + row]) - len(text)
        return 0

    def _in_line(self, spot: Spot, row: int, column: int) -> Place:
        start = spot.column - 1 + len(spot.style)
        line = self.lines[spot.line - 1]
        as_written = line[start : start + column] == spot.text[:column]
        if row == 0 and as_written:
            return Place(self.path, spot.line, start + column + 1)
        return Place(self.path, spot.line, spot.column)
