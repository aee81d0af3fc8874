"""Small files that are a hint and never a truth: whatever is wrong with one, it is as if it were not there."""

from __future__ import annotations

import os
import stat
from binascii import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["forget", "kept_in", "place_of", "read_parts", "without_following", "write_parts"]

_MAGIC = b"ratchet 2\n"
_MOST_FILES = 64
_MOST_BYTES = 32_000_000
_KINDS = ("answers", "indexes", "records")


def place_of(common: str, kind: str, words: bytes) -> str:
    """The file for some words in git's own directory; others may have the same, so they stand in it, too."""
    return os.path.join(common, "ratchet", kind, f"{crc32(words):08x}")


def kept_in(common: str) -> tuple[int, int]:
    """How many such files a repository has, and how many bytes they take."""
    sizes = [entry.stat(follow_symlinks=False).st_size for entry in _files(common)]
    return len(sizes), sum(sizes)


def forget(common: str) -> None:
    """Remove them all, as far as that can be done."""
    for entry in _files(common):
        try:
            os.remove(entry.path)
        except OSError:
            continue


def _files(common: str) -> list[os.DirEntry[str]]:
    """Every such file; what leads elsewhere is none of ours."""
    found = []
    for kind in _KINDS:
        directory = os.path.join(common, "ratchet", kind)
        if os.path.islink(os.path.dirname(directory)) or os.path.islink(directory):
            continue
        try:
            with os.scandir(directory) as entries:
                found += [entry for entry in entries if entry.is_file(follow_symlinks=False)]
        except OSError:
            continue
    return found


def read_parts(path: str, unproved: int = -1) -> list[bytes]:
    """The parts of a file as they were written; none where anything is wrong with it.

    The part with the number `unproved` may be wrong: it is large, and whoever takes something of it proves that alone.
    """
    content = _content(path)
    head = content.find(b"\n", len(_MAGIC)) + 1
    start = content.find(b"\n", head) + 1
    sizes = content[head:start]
    if not sizes or content[:head] != _MAGIC + b"%08x\n" % crc32(sizes):
        return []
    parts = []
    for number, about in enumerate(sizes.split()):
        size, _, seal = about.partition(b":")
        part = content[start : start + int(size)]
        if len(part) != int(size) or (number != unproved and seal != b"%08x" % crc32(part)):
            return []
        parts.append(part)
        start += len(part)
    return parts if start == len(content) else []


def _content(path: str) -> bytes:
    """All of a file in one piece: to read it by and by would copy it several times."""
    try:
        descriptor = without_following(path, os.O_RDONLY)
        try:
            about = os.fstat(descriptor)
            return os.read(descriptor, about.st_size + 1) if stat.S_ISREG(about.st_mode) else b""
        finally:
            os.close(descriptor)
    except OSError:
        return b""


def write_parts(path: str, parts: Sequence[bytes]) -> None:
    """Put a file in the place of another at once, and let go of the oldest where there are many."""
    sizes = b" ".join(b"%d:%08x" % (len(part), crc32(part)) for part in parts) + b"\n"
    directory = os.path.dirname(path)
    try:
        os.makedirs(directory, exist_ok=True)
        if not all(stat.S_ISDIR(os.lstat(each).st_mode) for each in (directory, os.path.dirname(directory))):
            return
        aside = f"{path}.{os.getpid()}"
        with open(aside, "xb") as file:
            file.write(b"".join((_MAGIC, b"%08x\n" % crc32(sizes), sizes, *parts)))
        os.replace(aside, path)
        _let_go(directory)
    except OSError:
        return


def _let_go(directory: str) -> None:
    with os.scandir(directory) as entries:
        files = [(entry.stat(follow_symlinks=False), entry.path) for entry in entries]
    total = 0
    for number, (status, path) in enumerate(sorted(files, key=lambda file: -file[0].st_mtime_ns)):
        total += status.st_size
        if number >= _MOST_FILES or (number and total > _MOST_BYTES):
            os.remove(path)


def without_following(path: str, flags: int) -> int:
    """Open a file itself, and not what it leads to; nothing that is there makes us wait."""
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)
