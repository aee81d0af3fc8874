"""Whether a place in Rust is among the mere tokens of a macro or an attribute, told by the brackets around it."""

from __future__ import annotations

from ratchet.syntax.late import late
from ratchet.syntax.rust.members import Member

__all__ = ["is_among_tokens"]

# The brackets that tokens are in, each as one byte of its own.
_TOKENS = ((b"#[", b"\x02"), (b"![", b"\x02"), (b"!(", b"\x01"), (b"!{", b"\x03"), (b"! {", b"\x03"))
_HAS_TOKENS = late(rb"#\[|!(?:\[|\(| ?\{)")
_OF_TOKENS = late(rb"[\x01-\x03]")
# The same with something in between, which may be a macro that is defined: nobody can tell.
_APART = late(rb"[!#]\s+(?:\w+\s*)?[(\[{]")
_PAIRS = (b"()", b"{}", b"[]", b"\x01)", b"\x02]", b"\x03}")
_NO_BRACKETS = bytes(set(range(256)) - set(b"()[]{}\x01\x02\x03"))


def is_among_tokens(code: bytes, member: Member, place: int) -> bool:
    """Whether a place in a member, of several in order, may be among tokens."""
    start = member.seen if member.seen >= member.start else member.start
    piece, member.seen = code[start:place], place
    if not member.open and b"!" not in piece and b"#" not in piece:
        return False
    if _APART().search(piece.replace(b"! {", b"")):
        member.seen, member.open = member.end, b"\x03"  # up to the end, as far as anybody can tell
        return True
    if not member.open and not _HAS_TOKENS().search(piece):
        return False
    for letters, mark in _TOKENS:
        piece = piece.replace(letters, mark)
    brackets, size = member.open + piece.translate(None, _NO_BRACKETS), -1
    while len(brackets) != size:
        size = len(brackets)
        for pair in _PAIRS:
            brackets = brackets.replace(pair, b"")
    member.open = brackets
    return _OF_TOKENS().search(brackets) is not None
