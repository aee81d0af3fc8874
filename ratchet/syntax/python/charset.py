"""Refuse a Python source that declares a charset in which ASCII bytes mean something else."""

from __future__ import annotations

from ratchet.model.snapshot import Unreadable
from ratchet.syntax.late import late

__all__ = ["refuse_charset"]

# PEP 263: in the first line, or in the second where the first holds no code.
_COOKIE = late(rb"(?:[ \t\f]*+(?:#[^\r\n]*+)?(?:\r\n|\r|\n))?[ \t\f]*+#[^\r\n]*?coding[:=][ \t]*+([-\w.]++)")
# Some charsets of Python take these for other characters; one that extends ASCII leaves them as they are.
_TRAPS = (b"+AHA-", rb"\x70", rb"\u0070", b"~{0!~}", b"\x1b$B0!\x1b(B", b"xn--4ca", b"a-b")


def refuse_charset(content: bytes) -> None:
    """Raise Unreadable for a file that declares a charset in which other bytes than those of ASCII are code."""
    cookie = _COOKIE().match(content)
    if cookie is not None and not _extends_ascii(name := cookie[1].decode()):
        about = f"the charset {name}, in which code can look like a comment"
        raise Unreadable(about, "save it as UTF-8, or add it to `exclude` in ratchet.toml")


def _extends_ascii(charset: str) -> bool:
    try:
        return all(trap.decode(charset) == trap.decode("ascii") for trap in _TRAPS)
    except UnicodeError:
        return False
    except LookupError:
        return True  # unknown to Python as well, which runs no such file
