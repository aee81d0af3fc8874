"""The bytes of a rule or settings file as text, or the place at which they are none."""

from __future__ import annotations

from ratchet.model.errors import Place, RatchetError

__all__ = ["decode"]


def decode(path: str, text: bytes, most: int) -> str:
    """The text of a file that people write by hand: not too long, and UTF-8."""
    if len(text) > most:
        message = f"the file has {len(text):,} bytes, and {most:,} is the most that is read"
        raise RatchetError(message, Place(path), "split it into several files, or take out what is not needed")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = text[: error.start]
        line_start = before.rfind(b"\n") + 1
        column = len(before[line_start:].decode("utf-8-sig", "replace")) + 1
        place = Place(path, before.count(b"\n") + 1, column)
        raise RatchetError("the file is not UTF-8 text", place, "save it as UTF-8") from error
