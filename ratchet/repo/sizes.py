"""How large a file may be: as large as git keeps it, whatever line ends it writes into a work tree."""

from __future__ import annotations

from ratchet.model.snapshot import Unreadable

__all__ = ["fitting", "most_of", "too_large"]


def most_of(limit: int) -> int:
    """How many bytes a file may have at most whose line ends git may have written: no line is shorter than its end."""
    return 2 * limit


def fitting(content: bytes, limit: int) -> bytes:
    """The content, if it has no more bytes than a limit, every line with the end that git keeps. Raises Unreadable."""
    if len(content) > limit and len(content) - content.count(b"\r\n") > limit:
        raise too_large(limit)
    return content


def too_large(limit: int) -> Unreadable:
    """A file that is bigger than this repository wants read; how much bigger, only reading it would tell."""
    return Unreadable(
        f"over max_file_bytes ({limit:,} bytes)", "add it to `exclude` or raise `max_file_bytes` in ratchet.toml"
    )
