"""Numbers, and numbers of things, for people."""

from __future__ import annotations

__all__ = ["number", "plural", "size"]


def number(count: int) -> str:
    """1234567 → 1,234,567."""
    return f"{count:,}"


def plural(count: int, one: str, many: str = "") -> str:
    """`1 file`, `2 files`."""
    return f"{number(count)} {one if count == 1 else many or one + 's'}"


def size(count: int) -> str:
    """Bytes for people."""
    if count < 10_000:
        return plural(count, "byte")
    return f"{count / 1000:,.0f} kB" if count < 1_000_000 else f"{count / 1_000_000:,.1f} MB"
