"""The bytes of a file made ready for a parser, and offsets in them turned into lines and columns."""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

from ratchet.model.digests import blob_id
from ratchet.model.facts import Span
from ratchet.model.snapshot import Unreadable
from ratchet.syntax.late import late

__all__ = ["CONFLICT", "Lines", "conflict_line", "name_as_kept", "readable"]

CONFLICT = b"<<<<<<< "
"""What the first conflict marker of a set begins with."""

_LOOK_FOR_NUL = 8192
_RETURNS = late(rb"\r+\n")  # what has one of them for git may have two on disk


def readable(content: bytes, is_python: bool) -> bytes:
    """UTF-8 without a byte order mark, every line with the end that git keeps; what is no source text is refused.

    Git may write other line ends into a work tree than it keeps, and calls a file unchanged then: it says the same.
    """
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        content = _from_utf16(content)
    if content.startswith(b"version https://git-lfs"):
        raise Unreadable("a Git LFS pointer, not source text", "run `git lfs pull`, or add the file to `exclude`")
    if b"\0" in content[:_LOOK_FOR_NUL]:
        raise Unreadable("a binary file", "add it to `exclude` in ratchet.toml")
    if is_python and b"coding" in content:
        from ratchet.syntax.python.charset import as_declared

        content = as_declared(content)
    content = _as_utf8(content.removeprefix(BOM_UTF8))
    if b"\r" not in content:
        return content
    if is_python:
        # CPython ends a line at a lone CR and tree-sitter does not: `# x\rimport os` would hide the import.
        return content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return _RETURNS().sub(b"\n", content)


def name_as_kept(content: bytes) -> str:
    """Git's name for a content with the line ends that it keeps; empty where it has these."""
    return blob_id(_RETURNS().sub(b"\n", content)) if b"\r" in content and b"\r\n" in content else ""


def _as_utf8(content: bytes) -> bytes:
    """Each byte that is not UTF-8 becomes one that is, of the same length, and that is no token of any language.

    Inside comments and strings it then means nothing; in code it is an error, as it was. A query that compares texts
    would raise on the original.
    """
    if content.isascii():
        return content
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("utf-8", "surrogateescape")
        return re.sub("[\udc80-\udcff]", "\x1a", text).encode("utf-8")
    return content


def _from_utf16(content: bytes) -> bytes:
    try:
        return content.decode("utf-16").encode()
    except UnicodeError as error:
        raise Unreadable("neither UTF-8 nor valid UTF-16", "save it as UTF-8, or add it to `exclude`") from error


def conflict_line(source: bytes) -> int:
    """The line of the first conflict marker of a set of three, or 0."""
    if CONFLICT not in source:
        return 0
    wanted = [CONFLICT, b"=======", b">>>>>>> "]
    first = 0
    for number, line in enumerate(source.split(b"\n"), 1):
        if line.startswith(wanted[0]):
            first = first or number
            wanted.pop(0)
        if not wanted:
            return first
    return 0


class Lines:
    """Where the offsets of a source are. To look at one after the other costs least."""

    __slots__ = ("_at", "_line", "_source")

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._at, self._line = 0, 1

    def line(self, offset: int) -> int:
        """The 1-based line of a byte offset."""
        if offset >= self._at:
            self._line += self._source.count(b"\n", self._at, offset)
        else:
            self._line -= self._source.count(b"\n", offset, self._at)
        self._at = offset
        return self._line

    def span(self, start: int, end: int) -> Span:
        """The span of a stretch of bytes, columns in characters."""
        line, column = self.line(start), self._column(start)
        if self._source.find(b"\n", start, end) < 0:
            return Span(line, column, line, self._column(end))
        return Span(line, column, self.line(end), self._column(end))

    def _column(self, offset: int) -> int:
        before = self._source[self._source.rfind(b"\n", 0, offset) + 1 : offset]
        return len(before.decode("utf-8", "replace")) + 1
