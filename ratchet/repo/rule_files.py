"""Rule files written where there were none."""

from __future__ import annotations

import os
from collections.abc import Mapping

from ratchet.model.errors import Mistake, Place, RatchetError
from ratchet.repo.atomic import replace_file

__all__ = ["write_new"]


def write_new(top: str, texts: Mapping[str, str]) -> tuple[str, ...]:
    """Write files by their path below the top; where one is there already, none is written."""
    there = [path for path in texts if os.path.lexists(os.path.join(top, path))]
    if there:
        hint = "move it away, or delete it, and run this again"
        raise RatchetError.of(
            tuple(Mistake(f"`{path}` is there already; nothing was written", Place(path), hint) for path in there)
        )
    for path, text in texts.items():
        _make_home(top, path)
        replace_file(os.path.join(top, path), text.encode())
    return tuple(texts)


def _make_home(top: str, path: str) -> None:
    """The directory of a file, made if need be; one that a symlink leads to is somebody else's."""
    here = top
    for part in path.split("/")[:-1]:
        here = os.path.join(here, part)
        if os.path.islink(here):
            raise RatchetError(f"`{here}` is a symlink: ratchet does not write through it", Place(path))
    try:
        os.makedirs(here, exist_ok=True)
    except OSError as error:
        raise RatchetError(f"cannot make `{here}`: {error.strerror}", Place(path)) from error
