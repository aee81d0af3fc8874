"""Regular files of the disk, opened so that nothing else than a regular file is ever read."""

from __future__ import annotations

import errno
import os
import stat

from ratchet.model.snapshot import Unreadable
from ratchet.repo.sizes import fitting, most_of, too_large

__all__ = ["SYMLINK", "read_regular", "special"]

SYMLINK = "a symlink, not followed"

# Without O_NONBLOCK opening a FIFO named x.rs waits for ever; without O_NOFOLLOW a symlink leads to /dev/zero.
_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
_SPECIAL = {
    stat.S_IFLNK: SYMLINK,
    stat.S_IFIFO: "a FIFO, not opened",
    stat.S_IFSOCK: "a socket, not opened",
    stat.S_IFCHR: "a device, not opened",
    stat.S_IFBLK: "a device, not opened",
}
_HINTS = {
    errno.EACCES: "give yourself the right to read it (chmod u+r)",
    errno.ENOENT: "it vanished: run ratchet again",
}


def special(mode: int) -> str:
    """Why a file of this mode is left out; empty for a regular file or a directory."""
    return _SPECIAL.get(stat.S_IFMT(mode), "")


def read_regular(path: bytes, limit: int) -> bytes:
    """The bytes of a regular file of at most so many bytes, as git keeps it. Raises Unreadable."""
    try:
        descriptor = os.open(path, _FLAGS)
        try:
            return fitting(_read(descriptor, limit), limit)
        finally:
            os.close(descriptor)
    except OSError as error:
        reason = SYMLINK if error.errno == errno.ELOOP else str(error.strerror)
        raise Unreadable(reason, _HINTS.get(error.errno or 0, "")) from error


def _read(descriptor: int, limit: int) -> bytes:
    about = os.fstat(descriptor)
    if stat.S_ISDIR(about.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(about.st_mode):
        raise Unreadable(special(about.st_mode) or "not a regular file")
    if about.st_size > most_of(limit):
        raise too_large(limit)
    whole = os.read(descriptor, about.st_size + 1)
    if 0 < len(whole) == about.st_size:
        return whole  # that there was room for one byte more says that this was all
    content = bytearray(whole)
    while chunk := os.read(descriptor, max(about.st_size, 1 << 16)):
        content += chunk
        if len(content) > most_of(limit):  # it grew while we read
            raise too_large(limit)
    return bytes(content)
