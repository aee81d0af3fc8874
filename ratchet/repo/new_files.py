"""Files that are written where there is none, and never over one that is there."""

from __future__ import annotations

import os
from pathlib import Path

from ratchet.model.errors import Place, RatchetError
from ratchet.model.reports import Done, Setting
from ratchet.repo.atomic import replace_file

__all__ = ["write_new"]


def write_new(top: str, path: str, text: str, mode: int | None = None) -> Setting:
    """Write a file below a directory, with the directories it needs; what is there already stays as it is."""
    target = os.path.join(top, path)
    if os.path.lexists(target):
        if _reads(target, text):
            return Setting(path, Done.KEPT, "it is there already, word for word")
        return Setting(path, Done.LEFT, "it is there already, and says something else")
    _make_directories(top, os.path.dirname(path))
    replace_file(target, text.encode(), mode)
    return Setting(path, Done.WROTE, "", to_commit=True)


def _reads(target: str, text: str) -> bool:
    try:
        return not os.path.islink(target) and Path(target).read_bytes() == text.encode()
    except OSError:
        return False


def _make_directories(top: str, path: str) -> None:
    """Make the directories of a path; none of them may lead elsewhere."""
    at = top
    for part in path.split("/") if path else ():
        at = os.path.join(at, part)
        if os.path.islink(at):
            raise RatchetError(f"`{path}` leads through a symlink: ratchet does not write there", Place(path))
        try:
            os.makedirs(at, exist_ok=True)
        except OSError as error:
            raise RatchetError(f"cannot make the directory `{path}`: {error.strerror}", Place(path)) from error
