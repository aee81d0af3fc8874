"""Paths as relative URIs."""

from __future__ import annotations

from ratchet.formats.paint import inert

__all__ = ["exact", "relative_uri"]

_PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")


def relative_uri(path: str) -> str:
    """Every byte of the name that is not plain, percent-encoded: `a:b` is no scheme, `%41` no letter."""
    try:
        name = path.encode("utf-8", "surrogateescape")  # the very bytes that the file system has
    except UnicodeEncodeError:
        name = inert(path).encode()
    return "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in name)


def exact(path: str) -> str:
    """The name as it is, for a reader that looks the file up; escaped where it is no Unicode text at all."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return inert(path)
    return path
