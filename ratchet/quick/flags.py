"""Files that git was told not to look at, to see or to write otherwise: it says nothing of them, ratchet reads them."""

from __future__ import annotations

import os

from ratchet.quick.git import Command, start
from ratchet.quick.sealed import place_of, read_parts, write_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["begin_to_list", "config_files", "index_stamp", "none_filtered", "none_hidden"]

_REWRITTEN = b"ident", b"working-tree-encoding"
_ATTRIBUTES = b".gitattributes"
_FILTER, _HARMLESS = b"filter=", b"filter=lfs"
_FILTERS, _LFS, _INCLUDE, _ATTRIBUTES_FILE = b"[filter", b'[filter "lfs"]', b"[include", b"attributesfile"

_IN_VARIABLES = ("filter.", "include.", "includeif.", "attributesfile")


def begin_to_list() -> Command:
    """Let git list every file in its index, with its flags."""
    return start("ls-files", "-z", "-s", "-v", "--cached", "--full-name", ":/")


def index_stamp(index: str) -> bytes:
    """What tells an index from any other that git writes in its place; empty where there is none."""
    try:
        status = os.stat(index)
    except OSError:
        return b""
    return b"%d %d %d" % (status.st_ino, status.st_size, status.st_mtime_ns)


def none_hidden(
    top: str, index: str, common: str, others: bytes, listing: bytes | None = None, stamp: bytes = b""
) -> bool:
    """Whether git looks at every file in its index, and writes each as it keeps it, but for line ends.

    `others` are the files that it does not know. What was found out of an index is noted by its stamp, which is that
    from before the listing where there is one.
    """
    stamp = stamp if listing is not None else index_stamp(index)
    if not stamp:
        return False
    words = index.encode("utf-8", "surrogateescape")
    seen = [words, stamp]
    note = place_of(common, "indexes", words)
    if listing is None and read_parts(note) == seen:
        return True
    listing = begin_to_list().output() if listing is None else listing
    if listing is None or (b"\0" + listing).count(b"\0H ") != listing.count(b"\0"):
        return False
    if any(_are_rewritten(_content(place)) for place in _attributes(top, common, listing, others)):
        return False
    write_parts(note, seen)
    return True


def _are_rewritten(rules: bytes) -> bool:
    """Whether attributes may say that git writes files otherwise than it keeps them, in more than their line ends."""
    return any(word in rules for word in _REWRITTEN)


def _attributes(top: str, common: str, listing: bytes, others: bytes) -> Iterator[str]:
    """Where attributes are: in files that git knows, or does not, and where it is told to look for more."""
    for names in (listing, others):
        for record in names.split(b"\0") if _ATTRIBUTES in names else ():
            path = record[record.find(b"\t") + 1 :]
            if path.rpartition(b"/")[2] == _ATTRIBUTES:
                yield os.path.join(top, os.fsdecode(path))
    yield from _own_attributes(common)
    settings = _settings(common)
    is_told = settings is None or any(_ATTRIBUTES_FILE in each for each in settings)
    if is_told and (told := start("config", "--path", "--get", "core.attributesFile").output()):
        yield os.path.join(top, os.fsdecode(told.rstrip(b"\n")))


def _own_attributes(common: str) -> tuple[str, str]:
    return os.path.join(common, "info", "attributes"), os.path.join(_own_settings(), "attributes")


def none_filtered(top: str, common: str) -> bool:
    """Whether git sees files as they are; of one that goes through a program first it may not see that it changed.

    What LFS keeps elsewhere has another name whenever it changes.
    """
    settings = _settings(common)
    if settings is not None and not any(_FILTERS in each or _INCLUDE in each for each in settings):
        return True  # attributes name programs that nobody told git of
    if settings is None or any(_ATTRIBUTES_FILE in each for each in settings):
        return False
    listed = start("ls-files", "-z", "--cached", "--others", "--full-name", ":(top,glob)**/.gitattributes").output()
    places = [os.path.join(top, os.fsdecode(path)) for path in (listed or b"").split(b"\0") if path]
    for place in (*places, *_own_attributes(common)):
        rules = _content(place)
        if rules.count(_FILTER) > rules.count(_HARMLESS):
            return False
    return listed is not None


def _settings(common: str) -> list[bytes] | None:
    """How git is set as far as files tell, in small letters, without what LFS needs; None where variables tell more."""
    given = {name: os.environ[name] for name in os.environ if name.startswith("GIT_CONFIG")}
    if any(word in value.lower() for value in given.values() for word in _IN_VARIABLES):
        return None
    return [_content(place).lower().replace(_LFS, b"") for place in config_files(common)]


def config_files(common: str) -> tuple[str, ...]:
    """Where git may be set, as far as that is a file by itself."""
    given = (os.environ.get(name, "") for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"))
    own = (os.path.expanduser("~/.gitconfig"), f"{_own_settings()}/config", "/etc/gitconfig")
    return (f"{common}/config", f"{common}/config.worktree", *own, *(place for place in given if place))


def _own_settings() -> str:
    return os.path.join(os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config"), "git")


def _content(place: str) -> bytes:
    try:
        with open(place, "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return b""
