"""Paths within a repository: from a directory onwards, and up to the root."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["inside", "upwards"]


def inside(directory: str, relative: str) -> str | None:
    """A path from a directory of the repository; None if it leads out of it."""
    parts = directory.split("/") if directory else []
    for part in relative.split("/"):
        if part == ".." and not parts:
            return None
        if part == "..":
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)


def upwards(directory: str) -> Iterator[str]:
    """A directory, the one it lies in, and so on up to the root, which is the empty path."""
    while directory:
        yield directory
        directory = directory.rpartition("/")[0]
    yield ""
