"""Whole messages over a pipe between two processes."""

from __future__ import annotations

import os
import struct
import time

__all__ = ["receive_bytes", "send_bytes"]

_HEADER = struct.Struct("<Q")
_GRACE = 5.0


def send_bytes(handle: int, packed: bytes) -> None:
    """One message, written whole."""
    view = memoryview(_HEADER.pack(len(packed)) + packed)
    while view:
        view = view[os.write(handle, view) :]


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
