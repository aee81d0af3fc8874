"""What Python's tokens look like, as expressions that never look at a byte more than a few times."""

from __future__ import annotations

import re
import sys

from ratchet.model.sound import IS_SOUND

__all__ = ["BRACKETS", "CODE", "GAP", "HEADERS", "LINE", "LINES", "STRINGS", "WORD", "many", "past", "some"]

WORD = rb"A-Za-z0-9_\x80-\xff"
GAP = rb"(?:[ \t\f]|\\\n)"
HEADERS = rb"(?:if|elif|else|try|except|finally|for|while|with|def|class|async|match|case)(?![%s])" % WORD
_DEPTH = 4  # of brackets that are skipped in one step; deeper ones are walked


def many(part: bytes) -> bytes:
    """Any number of a part, without a way back."""
    return rb"(?:%s)*+" % part if IS_SOUND else rb"(?>(?:%s)*)" % part


def some(part: bytes) -> bytes:
    """One or more of a part, without a way back."""
    return rb"(?:%s)++" % part if IS_SOUND else rb"(?>(?:%s)+)" % part


def past(pattern: re.Pattern[bytes], text: bytes, start: int, end: int = sys.maxsize) -> int:
    """Where a match that begins here ends; here, if there is none."""
    found = pattern.match(text, start, end)
    return found.end() if found else start


def _plain(quote: bytes) -> bytes:
    """A string of either length without replacement fields. A raw one ends where any other does."""
    short = quote + rb"(?!%s)" % (quote * 2) + many(rb"[^%s\\\n]++|\\." % quote) + quote
    long = quote * 3 + many(rb"[^%s\\]++|\\.|%s(?!%s)" % (quote, quote, quote * 2)) + quote * 3
    return short + rb"|" + long


# A replacement field without strings, comments and line ends, with fields in its format at most.
_FLAT = rb"[^\"'{}#\n\\]*+"
_FIELD = rb"\{" + _FLAT + many(rb"\{" + _FLAT + rb"\}" + _FLAT) + rb"\}"
_LITERAL = rb"\\[^{}]|\\(?=[{}])|\{\{|\}\}|" + _FIELD


def _formatted(quote: bytes) -> bytes:
    """A formatted string of either length that is easy; the others are walked."""
    short = quote + rb"(?!%s)" % (quote * 2) + many(rb"[^%s\\\n{}]++|" % quote + _LITERAL) + quote
    long = quote * 3 + many(rb"[^%s\\{}]++|%s(?!%s)|" % (quote, quote, quote * 2) + _LITERAL) + quote * 3
    return short + rb"|" + long


# A word that merely ends in f, as in `if"…"`, is taken for a prefix: what is easy with it ends there without it too.
STRINGS = (
    rb"(?<![fFtT])(?<![fFtT][rR])(?:%s|%s)" % (_plain(b'"'), _plain(b"'"))
    + rb"|(?:(?<=[fFtT])|(?<=[fFtT][rR]))(?:%s|%s)" % (_formatted(b'"'), _formatted(b"'"))
)  # fmt: skip

# Code, strings and whole comments, up to a token that is not whole.
CODE = re.compile(many(rb"[^\"'#]++|#[^\n]*+\n|" + STRINGS), re.DOTALL)


def _bracket(depth: int) -> bytes:
    inner = rb"|" + _bracket(depth - 1) if depth else b""
    return rb"[(\[{]" + many(rb"[^\"'#()\[\]{}]++|#[^\n]*+|" + STRINGS + inner) + rb"[)\]}]"


BRACKETS = re.compile(_bracket(_DEPTH), re.DOTALL)
_REST = many(rb"[^\"'#\\\n()\[\]{}]++|\\\n?|" + STRINGS + rb"|" + _bracket(_DEPTH)) + rb"(?:#[^\n]*+)?"
# One logical line with its end; and all that follow one another and open no block.
LINE = re.compile(_REST + rb"(?:\n|\Z)", re.DOTALL)
LINES = re.compile(many(rb"[ \t\f]*+(?!" + HEADERS + rb")" + _REST + rb"\n"), re.DOTALL)
