"""The bytes of a Python file as UTF-8 with plain line ends, as its own interpreter would take them."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["name_of", "plain"]

_BOM = b"\xef\xbb\xbf"
# PEP 263: in the first line, or in the second where the first holds no code.
_COOKIE = re.compile(rb"(?:[ \t\f]*+(?:#[^\r\n]*+)?(?:\r\n|\r|\n))??[ \t\f]*+#[^\r\n]*?coding[:=][ \t]*+([-\w.]++)")
# Charsets that a file may declare. Others that Python has are slow by nature (punycode, idna) or no charsets.
_CHARSETS = re.compile(rb"(?i:iso|latin|l1$|cp\d|windows|koi|mac|shift|s_?jis|euc|gb|big5|johab|tis|hz)")


def plain(content: bytes) -> bytes:
    """The text without its byte order mark, in UTF-8 where it declares another charset, lines ended by line feeds."""
    if content.startswith(_BOM):
        content = content[len(_BOM) :]
    cookie = _COOKIE.match(content)
    if cookie is not None and _CHARSETS.match(cookie[1]):
        content = _recoded(content, cookie[1].decode("ascii", "replace"))
    if b"\r" in content:
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return content


def _recoded(content: bytes, charset: str) -> bytes:
    try:
        return content.decode(charset, "replace").encode("utf-8", "replace")
    except LookupError:
        return content


def name_of(word: bytes) -> str:
    """A name as Python compares it: PEP 3131 has them normalised."""
    if word.isascii():
        return word.decode("ascii")
    return unicodedata.normalize("NFKC", word.decode("utf-8", "replace"))
