"""Files replaced so that after any crash there is the old one or the new one, byte for byte."""

from __future__ import annotations

import os
import stat
import time
from contextlib import suppress

from ratchet.model.errors import Place, RatchetError

__all__ = ["remove_strays", "replace_file"]

_PREFIX = ".ratchet-"
_SUFFIX = ".tmp"
_OLD_S = 60.0


def replace_file(path: str, content: bytes, mode: int | None = None) -> bool:
    """Make these the bytes of a file; False, and nothing is written, when they already are.

    A file that is there keeps its rights; a new one gets `mode`, or what the umask leaves of all.
    """
    try:
        there = _mode_of(path)
        if there is not None and _content(path) == content:
            return False
        _replace(path, content, mode if there is None else there)
    except OSError as error:
        hint = "free some space or set the rights right, then run it again; the old file is as it was"
        raise RatchetError(f"cannot write `{path}`: {error.strerror}", Place(path), hint) from error
    return True


def remove_strays(directory: str) -> None:
    """Remove the temporary files of writers that were killed; one younger than a minute may still be at work."""
    for name in sorted(os.listdir(directory)):
        if name.startswith(_PREFIX) and name.endswith(_SUFFIX):
            with suppress(OSError):  # another writer may be cleaning too; what stays is harmless
                _remove_old(os.path.join(directory, name))


def _remove_old(path: str) -> None:
    about = os.lstat(path)
    if stat.S_ISREG(about.st_mode) and time.time() - about.st_mtime > _OLD_S:
        os.unlink(path)


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _mode_of(path: str) -> int | None:
    try:
        about = os.lstat(path)
    except FileNotFoundError:
        return None
    if stat.S_ISREG(about.st_mode):
        return stat.S_IMODE(about.st_mode)
    what = "a symlink" if stat.S_ISLNK(about.st_mode) else "not a regular file"
    raise RatchetError(f"`{path}` is {what}: ratchet does not write there", Place(path), f"remove it first: rm {path}")


def _replace(path: str, content: bytes, mode: int | None) -> None:
    directory = os.path.dirname(path) or "."
    temporary = os.path.join(directory, _PREFIX + os.urandom(8).hex() + _SUFFIX)
    try:
        _write(temporary, content, mode)
        os.replace(temporary, path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
        raise
    _sync_directory(directory)


def _write(path: str, content: bytes, mode: int | None) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
    with open(descriptor, "wb") as file:
        if mode is not None:
            os.fchmod(descriptor, mode)
        file.write(content)
        file.flush()
        os.fsync(descriptor)  # else a power cut can leave the new name with no bytes behind it


def _sync_directory(directory: str) -> None:
    """Make the new name last; where that cannot be done there is still the old file or the new one."""
    with suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
