"""Where a buffer of an editor belongs in a repository or directory."""

from __future__ import annotations

from ratchet.model.errors import RatchetError
from ratchet.repo.places import absolute, relative_to

__all__ = ["Buffer", "placed"]

Buffer = tuple[str, bytes]
"""A path as it was given, and what the editor has for it."""


def placed(buffer: Buffer | None, start: str, top: str) -> dict[str, bytes]:
    """The content by its path from the top; the file need not be there yet, but inside."""
    if buffer is None:
        return {}
    given, content = buffer
    path = relative_to(absolute(".", top), absolute(start, given))
    if not path or path.startswith("../"):
        raise RatchetError(f"`{given}` is no file of this repository", hint="give the path of a file in it")
    return {path: content}
