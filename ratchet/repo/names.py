"""How the bytes of a path become text and back, the same in every locale."""

from __future__ import annotations

from sys import intern

__all__ = ["path_bytes", "path_text"]


def path_text(raw: bytes) -> str:
    """A path as text; bytes that are not UTF-8 survive as lone surrogates.

    Not `os.fsdecode`: under a Latin-1 locale it would give the same file another name, and so another budget.
    """
    return intern(raw.decode("utf-8", "surrogateescape"))  # most paths are in every tree of a run


def path_bytes(path: str) -> bytes:
    """The bytes of a path as git and the disk know them."""
    return path.encode("utf-8", "surrogateescape")
