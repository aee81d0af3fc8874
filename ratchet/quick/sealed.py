"""Small files that are a hint and never a truth: whatever is wrong with one, it is as if it were not there."""

from __future__ import annotations

import os
import stat
from binascii import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["forget", "kept_in", "place_of", "read_parts", "without_following", "write_parts"]

_MAGIC = b"ratchet 1\n"
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


def read_parts(path: str) -> list[bytes]:
    """The parts of a file as they were written; none where anything is wrong with it."""
    try:
        with open(path, "rb", opener=without_following) as file:
            if file.read(len(_MAGIC)) != _MAGIC or not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return []
            seal, sizes, content = file.readline(), file.readline(), file.read()
    except OSError:
        return []
    if seal != b"%08x\n" % crc32(content, crc32(sizes)):
        return []
    parts, start = [], 0
    for size in map(int, sizes.split()):
        parts.append(content[start : start + size])
        start += size
    return parts


def write_parts(path: str, parts: Sequence[bytes]) -> None:
    """Put a file in the place of another at once, and let go of the oldest where there are many."""
    sizes, content = b" ".join(b"%d" % len(part) for part in parts) + b"\n", b"".join(parts)
    directory = os.path.dirname(path)
    try:
        os.makedirs(directory, exist_ok=True)
        if not all(stat.S_ISDIR(os.lstat(each).st_mode) for each in (directory, os.path.dirname(directory))):
            return
        aside = f"{path}.{os.getpid()}"
        with open(aside, "xb") as file:
            file.write(_MAGIC + b"%08x\n" % crc32(content, crc32(sizes)) + sizes + content)
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
