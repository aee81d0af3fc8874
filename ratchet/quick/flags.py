"""Files that git was told not to look at: it says nothing of them, and ratchet reads them all the same."""

from __future__ import annotations

import os
from binascii import crc32

from ratchet.quick.git import start

__all__ = ["none_hidden"]


def none_hidden(index: str, directory: str) -> bool:
    """Whether git looks at every file in its index; what was found out of an index is noted by its size and time."""
    try:
        status = os.stat(index)
        seen = f"{index} {status.st_ino} {status.st_size} {status.st_mtime_ns}"
        note = os.path.join(directory, f"index-{crc32(index.encode('utf-8', 'surrogateescape')):08x}")
        if _read(note) == seen:
            return True
        listing = start("ls-files", "-z", "-v", "--full-name", ":/").output()
        if listing is None or (b"\0" + listing).count(b"\0H ") != listing.count(b"\0"):
            return False
        _write(note, seen)
    except OSError:
        return False
    return True


def _read(note: str) -> str:
    try:
        with open(note, encoding="utf-8", errors="surrogateescape") as file:
            return file.read(4096)
    except OSError:
        return ""


def _write(note: str, seen: str) -> None:
    os.makedirs(os.path.dirname(note), exist_ok=True)
    aside = f"{note}.{os.getpid()}"
    with open(aside, "x", encoding="utf-8", errors="surrogateescape") as file:
        file.write(seen)
    os.replace(aside, note)
