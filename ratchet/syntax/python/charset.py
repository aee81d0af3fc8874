"""Decode a Python source from the charset that it declares, as CPython does."""

from __future__ import annotations

from codecs import BOM_UTF8

from ratchet.model.snapshot import Unreadable
from ratchet.syntax.late import late

__all__ = ["as_declared"]

# PEP 263: in the first line, or else in the second where the first holds no code.
_COOKIE = late(
    rb"(?:\xef\xbb\xbf)?+(?:[ \t\f]*+(?:#[^\r\n]*+)?(?:\r\n|\r|\n))??[ \t\f]*+#[^\r\n]*?coding[:=][ \t]*+([-\w.]++)"
)
_LATIN_1 = late(rb"(?i:latin|iso[-_]latin|iso[-_]8859)[-_]1(?:[-_]|$)")
# Some charsets of Python take these for other characters; one that extends ASCII leaves them as they are.
_TRAPS = (b"+AHA-", rb"\x70", rb"\u0070", b"~{0!~}", b"\x1b$B0!\x1b(B", b"xn--4ca", b"a-b")


def as_declared(content: bytes) -> bytes:
    """The content in UTF-8 if it declares another charset and is valid in that.

    Raise Unreadable for a charset in which the characters of ASCII are other characters.
    """
    cookie = _COOKIE().match(content)
    if cookie is None:
        return content
    # CPython goes by the beginning of the name.
    name = "latin-1" if _LATIN_1().match(cookie[1]) else cookie[1].decode()
    if not _extends_ascii(name):
        about = f"the charset {name}, in which code can look like a comment"
        raise Unreadable(about, "save it as UTF-8, or add it to `exclude` in ratchet.toml")
    if content.startswith(BOM_UTF8):
        return content  # Python runs it only if the charset is UTF-8
    try:
        return content.decode(name).encode()
    except (LookupError, UnicodeError):
        return content  # Python does not run it


def _extends_ascii(charset: str) -> bool:
    try:
        return all(trap.decode(charset) == trap.decode("ascii") for trap in _TRAPS)
    except UnicodeError:
        return False
    except LookupError:
        return True  # unknown to Python as well, which runs no such file
