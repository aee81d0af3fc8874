"""Where the expression begins that a method is called on, told by letters from the dot backwards."""

from __future__ import annotations

from ratchet.syntax.late import late

__all__ = ["receiver"]

_LAST_WORD = late(rb"[\w\x80-\xff]+\Z")
_BRACKET = late(rb"[()\[\]{}]")
# What may stand before a bracket and is not called or indexed.
_KEYWORDS = frozenset(
    b"as async become box break const continue do dyn else enum extern fn for if impl in let loop match mod move mut"
    b" pub ref return static struct trait try type union unsafe use where while yield".split()
)
_BEFORE_EXPRESSIONS = frozenset({b"if", b"match", b"return", b"while"})
_EXPONENTS = (b"e+", b"e-", b"E+", b"E-")
_LONGEST_WORD = 64

_Step = tuple[int | None, int | None]
_NOT_TOLD: _Step = (None, None)


def receiver(code: bytes, text: bytes, dot: int, least: int) -> int | None:
    """Where what stands before a dot begins, or `least` where that is before it; None where letters do not tell.

    Only names, calls, indices, fields, `?` and paths of plain names are told.
    """
    at = _behind(code, text, dot)
    while at is not None and at > least:
        begin, at = _step(code, text, at, least)
        if begin is not None:
            return begin
    return at if at is None else least


def _step(code: bytes, text: bytes, at: int, least: int) -> _Step:
    """Where that begins which ends at an offset, if it is all there is; else where that ends which is before it."""
    last = code[at - 1 : at]
    if last == b"?":
        return None, _behind(code, text, at - 1)
    return _bracket(code, text, at, least) if last in (b")", b"]") else _word(code, text, at)


def _bracket(code: bytes, text: bytes, at: int, least: int) -> _Step:
    opening = _opening(code, at, least)
    if opening < least:
        return least, None
    before = _behind(code, text, opening)
    if before is None:
        return _NOT_TOLD
    if code[before - 1 : before] == b"!":
        return _macro(code, text, before), None
    if _is_called(code, before):
        return None, before
    return (opening, None) if _may_begin(code, text, before) else _NOT_TOLD


def _word(code: bytes, text: bytes, at: int) -> _Step:
    word = _last_word(code, at)
    start = at - len(word)
    before = _behind(code, text, start) if word else None
    if before is None:
        return _NOT_TOLD
    last = code[before - 2 : before]
    if last == b"::":
        path = _behind(code, text, before - 2)
        return None, path if path is not None and _last_word(code, path) else None
    if last[1:] == b"." and last != b"..":
        is_number = word.isdigit() and last[:1].isdigit()  # `x.0.1`, or a number
        return None, None if is_number else _behind(code, text, before - 1)
    goes_on = last[1:] in (b"$", b"#", b"'") or (word[:1].isdigit() and last in _EXPONENTS)
    return _NOT_TOLD if goes_on or word in _KEYWORDS else (start, None)


def _behind(code: bytes, text: bytes, at: int) -> int | None:
    """Where the token before an offset ends; None where a comment or a literal is between."""
    end = len(code[max(0, at - _LONGEST_WORD) : at].rstrip()) + max(0, at - _LONGEST_WORD)
    if end == at:
        return at
    return end if end and not text[end:at].strip() and end > at - _LONGEST_WORD else None


def _last_word(code: bytes, at: int) -> bytes:
    """The word that ends at an offset; empty where there is none, or one that is longer than any."""
    word = _LAST_WORD().search(code[max(0, at - _LONGEST_WORD) : at])
    return word[0] if word and len(word[0]) < _LONGEST_WORD else b""


def _opening(code: bytes, end: int, least: int) -> int:
    """The bracket that the one before an offset closes; one less than the least where it is before that."""
    depth = 0
    for bracket in reversed(list(_BRACKET().finditer(code, least, end))):
        depth += 1 if bracket[0] in b")]}" else -1
        if not depth:
            return bracket.start()
    return least - 1


def _is_called(code: bytes, at: int) -> bool:
    """Whether what is before a bracket is called or indexed."""
    if code[at - 1 : at] in (b")", b"?"):
        return True
    word = _last_word(code, at)
    start = at - len(word)
    return bool(word) and (word not in _KEYWORDS or code[start - 1 : start] == b"#")


def _may_begin(code: bytes, text: bytes, at: int) -> bool:
    """Whether an expression in brackets begins behind an offset, after what ends there.

    Behind most keywords the grammar, or rustc, sees something else.
    """
    word = _last_word(code, at)
    if word:
        before = _behind(code, text, at - len(word))
        is_name = before is None or code[before - 1 : before] in (b".", b":", b"'")
        return word in _BEFORE_EXPRESSIONS and not is_name
    return code[at - 1 : at] not in (b"]", b">", b"}", b".", b"$", b"#", b"'") and code[at - 2 : at] != b"::"


def _macro(code: bytes, text: bytes, at: int) -> int | None:
    """Where the call of a macro begins whose `!` is before an offset: a plain name, or it was a negation."""
    word = _last_word(code, at - 1)
    start = at - 1 - len(word)
    before = _behind(code, text, start) if word and word not in _KEYWORDS else None
    return start if before is not None and code[before - 1 : before] not in (b":", b"$", b"#", b".") else None
