"""Whole messages over a pipe between two processes."""

from __future__ import annotations

import os
import struct
import time

__all__ = ["receive_bytes", "room_in", "send_bytes"]

_HEADER = struct.Struct("<Q")
_GRACE = 5.0
_ROOM = 1 << 20


def send_bytes(handle: int, packed: bytes) -> None:
    """One message, written whole."""
    view = memoryview(_HEADER.pack(len(packed)) + packed)
    while view:
        view = view[os.write(handle, view) :]


def room_in(handle: int) -> int:
    """How large a message may be that is written at once into an empty pipe, which is made larger where that can be."""
    try:
        import fcntl

        size = fcntl.fcntl(handle, fcntl.F_SETPIPE_SZ, _ROOM)
    except (ImportError, AttributeError, OSError):
        return 0
    return size - _HEADER.size


def receive_bytes(handle: int, deadline: float | None) -> bytes | None:
    """One message, or nothing when the other end is gone."""
    header = _read_exactly(handle, _HEADER.size, deadline)
    return None if header is None else _read_exactly(handle, _HEADER.unpack(header)[0], deadline)


def _read_exactly(handle: int, size: int, deadline: float | None) -> bytes | None:
    parts: list[bytes] = []
    while size:
        part = os.read(handle, min(size, 1 << 20))
        if not part or (deadline is not None and time.monotonic() > deadline + _GRACE):
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
