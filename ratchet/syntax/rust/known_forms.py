"""The forms in which a word of Rust has one meaning, and which of them a word stands in."""

from __future__ import annotations

import re

from ratchet.syntax.form import CLOSED, OPEN, TEXT, Form, Shape
from ratchet.syntax.late import late
from ratchet.syntax.rust.lexing import opened

__all__ = [
    "ATTRIBUTE",
    "BLOCK",
    "CALL",
    "CALL_WITH_TEXT",
    "FUNCTION_NEXT",
    "IMPL",
    "IMPL_NEXT",
    "MACRO",
    "UNSAFE",
    "UNSAFE_FOREIGN",
    "WITHOUT_BODY",
    "WITH_BODY",
    "behind_text",
    "form_at",
]

_NEAR = 64
_OPENED = (b"!(", b"![", b"!{")
UNSAFE = b"unsafe"

_FIELD = Shape({"field": ("field_identifier", CLOSED)}, {".": CLOSED})
_CALLED = Shape({"function": ("field_expression", _FIELD), "arguments": ("arguments", CLOSED)})
_TOLD = Shape({"function": ("field_expression", _FIELD), "arguments": ("arguments", TEXT)})
_UNSAFE_IN = Shape(kinds={"unsafe": CLOSED})
_FUNCTION = Shape({"name": ("identifier", OPEN)}, {"function_modifiers": _UNSAFE_IN})
_TRIED = frozenset({"try_expression"})

# `x.word()` and no `?` behind it: where the expression begins, the dot, the word, its end, and that of the brackets.
CALL = Form(b"fn f() { r.", b"(); }", (CLOSED, _FIELD, _CALLED), (-2, -1, 0, 1, 3), _TRIED)
# The same with one text in the brackets.
CALL_WITH_TEXT = Form(b"fn f() { r.", b'("m"); }', (CLOSED, _FIELD, _TOLD), (-2, -1, 0, 1, 6), _TRIED)
# `unsafe { … }`: the word, its end, and that of the block.
BLOCK = Form(b"fn f() { ", b" { } }", (CLOSED, _UNSAFE_IN), (0, 1, 5))
# `unsafe fn name`: the word and the name, of a function with a body and of one without.
WITH_BODY = Form(b"pub const ", b' extern "C" fn n() {}', (CLOSED, _UNSAFE_IN, _FUNCTION), (0, 1, 16, 17), alike=2)
WITHOUT_BODY = Form(
    b"trait T { const ", b' extern "C" fn n(); }', (CLOSED, _UNSAFE_IN, _FUNCTION), (0, 1, 16, 17), alike=2
)
# `unsafe impl`: the word.
IMPL = Form(b"", b" impl T for S {}", (CLOSED, _UNSAFE_IN), (0, 1))
# `unsafe extern { … }`: the word.
UNSAFE_FOREIGN = Form(b"", b' extern "C" {}', (CLOSED, _UNSAFE_IN), (0, 1))

# `word![…]`, where nothing may be found.
MACRO = Form(b"fn f() { ", b"![m]; }", (CLOSED, OPEN), ())
# `#[word(…)]`, where nothing may be found.
ATTRIBUTE = Form(b"#[", b"(a)] fn f() {}", (CLOSED, OPEN, OPEN), ())

FUNCTION_NEXT = late(rb"unsafe\s+(?:extern\s+)?fn\s+")
IMPL_NEXT = late(rb"unsafe\s+impl(?!\w)")
_UNSAFE_FOREIGN_NEXT = late(rb"unsafe\s+extern\s+\{")
_BLOCK_NEXT = late(rb"unsafe\s*\{")
_TEXT = late(rb'"(?:[^"\\]|\\.)*+"', re.DOTALL)
_END_OF_HEAD = late(rb"[{;]")


def form_at(code: bytes, text: bytes, place: int, word: bytes) -> Form | None:
    """The form in which a word stands, as far as what is next to it tells; in `text` nothing is blanked."""
    if code[place - 1 : place] in (b"#", b"'", b"$"):
        return None  # part of another name
    if word == UNSAFE:
        return _unsafe_form(code, place)
    end = place + len(word)
    if code[end : end + 1] != b"(":
        return MACRO if _is_macro(code, place, end) else None
    if code[place - 2 : place] == b"..":
        return None  # a range
    if code[place - 1 : place] != b".":
        return ATTRIBUTE if code[place - 2 : place] == b"#[" else None
    if text[end + 1 : end + 2] == b")":
        return None if _may_be_tried(code, end + 2) else CALL
    close = behind_text(code, text, end + 1)
    return None if close < 0 or _may_be_tried(code, close + 1) else CALL_WITH_TEXT


def _is_macro(code: bytes, place: int, end: int) -> bool:
    """Whether a macro is called whose name is a word, and no path."""
    before = code[max(0, place - _NEAR) : place].rstrip()[-1:]
    return code[end : end + 2] in _OPENED and before not in (b"", b":", b"$", b"#", b"'", b".", b"!")


def _unsafe_form(code: bytes, place: int) -> Form | None:
    if _BLOCK_NEXT().match(code, place):
        return None if code[max(0, place - _NEAR) : place].rstrip().endswith(b"let") else BLOCK
    if named := FUNCTION_NEXT().match(code, place):
        return _function_form(code, named.end())
    if IMPL_NEXT().match(code, place):
        return IMPL
    return UNSAFE_FOREIGN if _UNSAFE_FOREIGN_NEXT().match(code, place) else None


def _function_form(code: bytes, name: int) -> Form | None:
    """Whether a function whose name begins at an offset has a body, if letters tell that."""
    end = _END_OF_HEAD().search(code, name)
    if end is None or opened(code, name, end.start()):
        return None
    return WITH_BODY if end[0] == b"{" else WITHOUT_BODY


def behind_text(code: bytes, text: bytes, at: int) -> int:
    """Where the `)` is that follows a text and nothing else; -1 for anything else."""
    literal = _TEXT().match(text, at)
    if literal is None or not code.startswith(b")", literal.end()):
        return -1
    return -1 if code[at : literal.end()].strip() else literal.end()


def _may_be_tried(code: bytes, at: int) -> bool:
    """Whether a `?` may follow."""
    return code[at : at + _NEAR].lstrip()[:1] in (b"", b"?")
