"""Tracebacks of our own faults, kept for a report."""

from __future__ import annotations

import os
import tempfile

__all__ = ["write_crash"]


def write_crash(text: str) -> str:
    """Write the text to a new file in the temporary directory; returns its path, or nothing where that fails."""
    try:
        handle, path = tempfile.mkstemp(prefix="ratchet-bug-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
    except OSError:
        return ""
    return path
