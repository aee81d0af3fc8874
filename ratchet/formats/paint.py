"""Colour for terminals, and text from a repository made harmless for them."""

from __future__ import annotations

import unicodedata

from ratchet.formats.amounts import number, plural
from ratchet.model.value import frozen

__all__ = ["PLAIN", "Paint", "inert", "number", "plural"]

_RESET = "\x1b[0m"


@frozen
class Paint:
    """Wraps text in colours, or leaves it alone; `columns` is how much fits beside each other.

    In a `terminal` what is wider would be torn, elsewhere it is not: files and pipes get long lines whole.
    """

    colour: bool = False
    columns: int = 170
    terminal: bool = False

    def bold(self, text: str) -> str:
        return self._in("1", text)

    def dim(self, text: str) -> str:
        return self._in("2", text)

    def red(self, text: str) -> str:
        return self._in("1;31", text)

    def green(self, text: str) -> str:
        return self._in("32", text)

    def yellow(self, text: str) -> str:
        return self._in("1;33", text)

    def blue(self, text: str) -> str:
        return self._in("1;94", text)

    def place(self, text: str) -> str:
        """A file and a line, where there are many."""
        return self._in("94", text)

    def _in(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}{_RESET}" if self.colour and text else text


PLAIN = Paint()


def inert(text: str) -> str:
    """Text in which no character can steer a terminal: control, format and surrogate characters become escapes."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(character if _harmless(character) else _escaped(character) for character in text)


def _harmless(character: str) -> bool:
    return unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def _escaped(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
