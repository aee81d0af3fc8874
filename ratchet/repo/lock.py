"""One writer at a time: a lock file that a killed writer cannot leave behind for ever."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from ratchet.model.errors import Place, RatchetError

__all__ = ["LOCK", "only_writer"]

LOCK = ".ratchet-lock"
_OLD_S = 60.0


@contextmanager
def only_writer(directory: str) -> Iterator[None]:
    """Hold the directory's lock; a second writer gets a RatchetError."""
    path = os.path.join(directory, LOCK)
    if not _take(path):
        _remove_stale(path)
        if not _take(path):
            raise _busy(path)
    try:
        yield
    finally:
        with suppress(FileNotFoundError):  # a user may have followed the hint of `_busy`
            os.unlink(path)


def _take(path: str) -> bool:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    except FileExistsError:
        return False
    except OSError as error:
        raise RatchetError(f"cannot write `{path}`: {error.strerror}", Place(path)) from error
    with open(descriptor, "w", encoding="ascii") as file:
        file.write(f"{os.getpid()} {os.uname().nodename}\n")
    return True


def _remove_stale(path: str) -> None:
    """Of several that find the same stale lock one removes it: the flock decides, and a new lock is another inode."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return
    with open(descriptor, "rb") as file:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            here = os.fstat(descriptor)
            if _is_stale(file.read(300), here.st_mtime) and os.path.samestat(here, os.lstat(path)):
                os.unlink(path)
        except OSError:
            return


def _is_stale(content: bytes, written: float) -> bool:
    pid, _, host = content.decode("ascii", "replace").strip().partition(" ")
    if not pid.isdigit():  # killed between making the file and writing its pid
        return time.time() - written > _OLD_S
    return host == os.uname().nodename and not _alive(int(pid))


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _busy(path: str) -> RatchetError:
    return RatchetError(
        f"another ratchet is writing here: `{path}` is its lock",
        Place(path),
        f"wait for it and run this again; if none is running: rm {path}",
    )
