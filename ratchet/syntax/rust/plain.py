"""Rust as the grammar knows it: what rustc reads and the grammar does not, in other words of the same length."""

from __future__ import annotations

import re

from ratchet.syntax.late import late

__all__ = ["WHITE", "mended"]

_SAFE = late(rb"safe(?=\s+(?:fn|static)\b)")
# What only nightly compilers read: traits that hold at compile time, auto traits, tail calls.
_CONST = late(rb"const(?=\s+(?:unsafe\s+)?(?:auto\s+)?(?:impl|trait)\b)")
_CONST_BOUND = late(
    rb"(?:\[\s*const\s*\]|~\s*const)(?=\s)|(?<=[:+])(?<!::)\s*const(?=\s+(?!async\b|extern\b|fn\b|unsafe\b)[\w:])"
)
_RESTRICTED = late(rb"impl\s*\(\s*(?:crate|self|super|in\s[^()]*)\)(?=\s+(?:auto|const|trait|unsafe)\b)")
# `${count($x)}` in a macro, and a tilde, which is a token that nothing but macros can take.
_COUNTED = late(rb"\$(?=\s*\{)|~")
_AUTO = late(rb"auto(?=\s+trait\b)")
_BECOME = late(rb"become(?=\s+[\w(])")
_PRIMITIVES = b"i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool str char".split()
# `macro_rules !` and `$ x`, which no formatter writes.
_SPACED = late(rb"(macro_rules)\s+!")
_SPACED_VARIABLE = late(rb"\$[ \t]+(?=[A-Za-z_])")
# White space of the language that is none of the grammar: next line, marks of direction, separators.
WHITE = {b"\xc2\x85": b"  "} | dict.fromkeys(
    (b"\xe2\x80\x8e", b"\xe2\x80\x8f", b"\xe2\x80\xa8", b"\xe2\x80\xa9"), b"   "
)
_IN_NAMES = frozenset(b"'_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")


def mended(text: bytes) -> bytes:
    """A plain source that does not parse, with what the grammar is known to stumble over in other words.

    Comments and texts, which may be paths, stay as they are, where letters tell them.
    """
    from ratchet.syntax.rust.lexing import code_of  # few files do not parse

    code = code_of(text) or text
    better = _in_other_words(code)
    if better == code:
        return text
    # As numbers, so that all bytes are done at once: what differs in the code differs in the text.
    whole, old, new = (int.from_bytes(each, "big") for each in (text, code, better))
    return (whole ^ old ^ new).to_bytes(len(text), "big")


def _in_other_words(code: bytes) -> bytes:
    for pattern, other in ((_SAFE(), b"    "), (_CONST(), b"     "), (_AUTO(), b"    "), (_BECOME(), b"return")):
        code = _put(code, pattern, other)
    for pattern in (_CONST_BOUND(), _RESTRICTED(), _COUNTED()):
        code = pattern.sub(lambda match: b" " * len(match[0]), code)
    code = _SPACED().sub(lambda match: match[1] + b"!" + b" " * (len(match[0]) - len(match[1]) - 1), code)
    code = _SPACED_VARIABLE().sub(lambda match: b" " * (len(match[0]) - 1) + b"$", code)
    for white, spaces in WHITE.items():
        code = code.replace(white, spaces)
    for name in _PRIMITIVES:  # a macro may be called like a primitive type
        code = _put(code, re.compile(name + rb"(?=!(?!=))"), b"_" + name[1:])
    return code


def _put(source: bytes, pattern: re.Pattern[bytes], other: bytes) -> bytes:
    """Other letters wherever a pattern begins a word."""
    return pattern.sub(lambda match: match.group() if _goes_on(source, match.start()) else other, source)


def _goes_on(source: bytes, at: int) -> bool:
    return at > 0 and source[at - 1] in _IN_NAMES
