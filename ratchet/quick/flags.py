"""Files that git was told not to look at: it says nothing of them, and ratchet reads them all the same."""

from __future__ import annotations

import os

from ratchet.quick.git import start
from ratchet.quick.sealed import place_of, read_parts, write_parts

__all__ = ["none_hidden"]


def none_hidden(index: str, common: str) -> bool:
    """Whether git looks at every file in its index; what was found out of an index is noted by its size and time."""
    try:
        status = os.stat(index)
    except OSError:
        return False
    words = index.encode("utf-8", "surrogateescape")
    seen = [words, b"%d %d %d" % (status.st_ino, status.st_size, status.st_mtime_ns)]
    note = place_of(common, "indexes", words)
    if read_parts(note) == seen:
        return True
    listing = start("ls-files", "-z", "-v", "--full-name", ":/").output()
    if listing is None or (b"\0" + listing).count(b"\0H ") != listing.count(b"\0"):
        return False
    write_parts(note, seen)
    return True
