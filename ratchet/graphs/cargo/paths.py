"""Where a relative path of a manifest leads to within the repository."""

from __future__ import annotations

__all__ = ["above", "is_below", "landed"]


def landed(directory: str, relative: str) -> str | None:
    """The directory that `relative` means from `directory`; None if it lies outside of the repository."""
    if relative.startswith(("/", "\\")) or relative[1:2] == ":":
        return None
    parts = directory.split("/") if directory else []
    for part in relative.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def is_below(path: str, directory: str) -> bool:
    """Whether a path is the directory or in it."""
    return not directory or path == directory or path.startswith(f"{directory}/")


def above(directory: str) -> tuple[str, ...]:
    """The directories above one, the nearest first; none above the top, which is empty."""
    found = []
    while directory:
        directory = directory.rpartition("/")[0]
        found.append(directory)
    return tuple(found)
