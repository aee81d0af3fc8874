"""Files that git was told not to look at, or to see otherwise: it says nothing of them, and ratchet reads them."""

from __future__ import annotations

import os

from ratchet.quick.git import Command, start
from ratchet.quick.sealed import place_of, read_parts, write_parts

__all__ = ["begin_to_list", "none_filtered", "none_hidden"]

_FILTER, _HARMLESS = b"filter=", b"filter=lfs"


def begin_to_list() -> Command:
    """Let git list every file in its index, with its flags."""
    return start("ls-files", "-z", "-s", "-v", "--cached", "--full-name", ":/")


def none_hidden(index: str, common: str, listing: bytes | None = None) -> bool:
    """Whether git looks at every file in its index; what was found out of an index is noted by its size and time."""
    try:
        status = os.stat(index)
    except OSError:
        return False
    words = index.encode("utf-8", "surrogateescape")
    seen = [words, b"%d %d %d" % (status.st_ino, status.st_size, status.st_mtime_ns)]
    note = place_of(common, "indexes", words)
    if listing is None and read_parts(note) == seen:
        return True
    listing = begin_to_list().output() if listing is None else listing
    if listing is None or (b"\0" + listing).count(b"\0H ") != listing.count(b"\0"):
        return False
    write_parts(note, seen)
    return True


def none_filtered(top: str, common: str) -> bool:
    """Whether git sees files as they are; of one that goes through a program first it may not see that it changed.

    What LFS keeps elsewhere has another name whenever it changes.
    """
    for place in (os.path.join(top, ".gitattributes"), os.path.join(common, "info", "attributes")):
        try:
            with open(place, "rb") as file:
                rules = file.read()
        except FileNotFoundError:
            continue
        if rules.count(_FILTER) > rules.count(_HARMLESS):
            return False
    return True
