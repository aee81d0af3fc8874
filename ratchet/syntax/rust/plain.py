"""Rust as the grammar knows it: what rustc reads and the grammar does not, in other words of the same length."""

from __future__ import annotations

import re

__all__ = ["plain"]

_KEYWORDS = (
    b"abstract as async await become box break const continue do dyn else enum extern false final fn for gen if impl "
    b"in let loop macro match mod move mut override priv pub ref return static struct trait true try type typeof "
    b"unsafe unsized use virtual where while yield"
).replace(b" ", b"|")
_RAW_NAME = re.compile(rb"(?<!['\w])r#(?=(?!(?:%s)\b)[A-Za-z_\x80-\xff])" % _KEYWORDS)
_SAFE = re.compile(rb"\bsafe(?=\s+(?:fn|static)\b)")
# A macro may be called like a primitive type: looked for by the ends of such names, which is ten times faster.
_PRIMITIVE_MACRO = re.compile(rb"\b[a-z](?=(?:(?<=[iu])(?:8|16|32|64|128|size)|(?<=f)(?:32|64)|ool|tr|har)!(?!=))")
_PRIMITIVE_ENDS = (b"8!", b"16!", b"32!", b"64!", b"size!", b"bool!", b"str!", b"char!")
# White space of the language that is none of the grammar: next line, and the two marks of direction.
_WHITE = {b"\xc2\x85": b"  ", b"\xe2\x80\x8e": b"   ", b"\xe2\x80\x8f": b"   "}


def plain(source: bytes) -> bytes:
    """The source, byte for byte as long; inside comments and texts a change means nothing."""
    if b"r#" in source:
        source = _RAW_NAME.sub(b"  ", source)
    if b"safe fn" in source or b"safe static" in source:
        source = _SAFE.sub(b"    ", source)
    if any(end in source for end in _PRIMITIVE_ENDS):
        source = _PRIMITIVE_MACRO.sub(b"_", source)
    for white, spaces in _WHITE.items():
        source = source.replace(white, spaces)
    return source
