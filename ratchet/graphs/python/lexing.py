"""Whether a place in a Python file is code, or within a string or a comment."""

from __future__ import annotations

from ratchet.graphs.python.patterns import CODE, past
from ratchet.graphs.python.templates import Token, line_end, plain_end, prefix_before, template_at

__all__ = ["Cursor", "token_at"]


class Cursor:
    """A place in a text that moves on, from token to token."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._place = 0
        self._last = Token(0)

    def finds_code_at(self, place: int) -> bool:
        """Whether what begins here is code; places are asked for in their order."""
        while self._place < place:
            self._place = past(CODE, self._text, self._place, place)
            if self._place < place:
                self._last = token_at(self._text, self._place)
                self._place = self._last.end
        return self._place == place or self._last.runs(place)


def token_at(text: bytes, start: int) -> Token:
    """The string or the comment that begins here; one that never ends takes the rest, or the rest of its line."""
    if text.startswith(b"#", start):
        return Token(line_end(text, start))
    prefix = prefix_before(text, start)
    return template_at(text, start, prefix) if prefix else Token(plain_end(text, start))
