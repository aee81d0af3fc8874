"""A Rust file as items, each of which can be parsed by itself: letters tell them, at a tenth of what a parse costs."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache

from ratchet.model.language import Language
from ratchet.model.sound import compiled
from ratchet.syntax.late import late
from ratchet.syntax.rust.lexing import code_of, is_nested, opened
from ratchet.syntax.rust.marks import INCLUDES, starts
from ratchet.syntax.rust.plain import WHITE
from ratchet.syntax.scoping import Items, Stretch
from ratchet.syntax.words import every_place

__all__ = ["is_test", "items", "items_around", "of_the_file", "test_items", "ties"]

# Where an item may end: behind a bracket at the margin, if a semicolon or the first word of an item follows.
_END = late(
    rb"\n(?:[)\]}]+;|\}(?=\s*(?:#|\Z|(?:async|const|enum|extern|fn|impl|macro_rules|mod|pub|static|struct|trait|type"
    rb"|unsafe|use)\b)))"
)
_MODULE_ELSEWHERE = late(rb"mod(?=\s)(?!\s+\w+\s*\{)")
_INCLUDE = late(rb"(?:%b)(?!\w)" % "|".join(sorted(INCLUDES, reverse=True)).encode())
_OWN_MACRO = late(rb"macro_rules(?=[^{(\[]{0,200}?\b(?:dbg|e?print(?:ln)?)\b)")
_INNER = late(rb"#\s*!")
_OF_THE_FILE = late(rb"#\s*!\s*\[\s*cfg")
_MODULE = late(rb"((?:#\s*\[[^][]*\]\s*)*+)(?:pub\s*(?:\([^()]*\)\s*)?)?mod\s+\w+\s*\{")
_FOR_TESTS = late(rb"#\s*\[\s*cfg\s*\(\s*test\s*\)\s*\]")
# The grammar takes an empty character, though rustc does not: then letters do not tell what the next quote is.
_NO_CHARACTER = late(rb"'(?=')(?<!\\')")
_FIRST_LINE = late(rb"#!(?!\s*\[)|---")


def items(text: bytes) -> Items | None:
    """The code of a plain source, as items; None where its letters do not tell them for sure."""
    odd = _FIRST_LINE().match(text) or _NO_CHARACTER().search(text)
    code = None if odd else code_of(text)
    if code is None or not is_nested(code) or (not code.isascii() and any(white in code for white in WHITE)):
        return None
    return Items(code, (*starts(_MODULE_ELSEWHERE(), code), *starts(_INCLUDE(), code), *starts(_OWN_MACRO(), code)))


def items_around(code: bytes, places: Sequence[int]) -> list[Stretch]:
    """The items that some places are in, in order: no bracket of them is open or closed elsewhere."""
    if not places:
        return []
    ends = [match.end() for match in _END().finditer(code)]
    found: list[Stretch] = []
    at = 0
    for place in places:
        if place >= at:
            number = bisect_right(ends, place)
            start = _last_end(code, ends, number - 1, at)
            at = _next_end(code, ends, number, start)
            found.append((start, at))
    return found


def _last_end(code: bytes, ends: Sequence[int], number: int, start: int) -> int:
    """The end with a number, or the last before it, where no bracket is open that is not open at the start, or that."""
    if number < 0 or ends[number] <= start:
        return start
    depth = opened(code, start, ends[number])
    while depth and number and ends[number - 1] > start:
        depth -= opened(code, ends[number - 1], ends[number])
        number -= 1
    return start if depth else ends[number]


def _next_end(code: bytes, ends: Sequence[int], number: int, start: int) -> int:
    """The end with a number, or the next after it, where no bracket is open that is not open at the start."""
    depth, at = 0, start
    while number < len(ends):
        depth += opened(code, at, ends[number])
        if not depth:
            return ends[number]
        at = ends[number]
        number += 1
    return len(code)


def is_test(code: bytes, item: Stretch) -> bool:
    """Whether an item, without the comments before it, is one module that is there for tests alone."""
    head = _MODULE().match(code, *item) if code.find(b"mod", *item) >= 0 else None
    if not head or not _FOR_TESTS().search(head[1]):
        return False
    inside = code[head.end() : item[1]].rstrip()
    return inside.endswith(b"}") and is_nested(inside[:-1])


def test_items(code: bytes) -> list[Stretch]:
    """The items that are nothing but tests, in order."""
    marks = [match.start() for match in _FOR_TESTS().finditer(code)] if b"cfg" in code else []
    around = items_around(code, marks)
    return [(start, end) for start, end in around if is_test(code, (end - len(code[start:end].lstrip()), end))]


def of_the_file(code: bytes) -> list[int]:
    """Where code speaks of the whole file."""
    found: list[int] = []
    depth = at = 0
    for inner in _OF_THE_FILE().finditer(code) if _INNER().search(code) else ():
        depth, at = depth + opened(code, at, inner.start()), inner.start()
        if not depth:
            found.append(at)
    return found


def ties(code: bytes, chosen: Sequence[Stretch], language: Language) -> Iterator[int]:
    """Where code speaks of a macro in some items whose meaning it may change elsewhere."""
    for name in map(str.encode, (*language.inert_macros, *language.test_macros)):
        if any(code.find(name, start, end) >= 0 for start, end in chosen) and _given(name).search(code):
            yield from every_place(name, code)


@cache
def _given(name: bytes) -> re.Pattern[bytes]:
    """Finds where a name may be given to a macro: a definition, or an alias."""
    return compiled(rb"(?:!|as)\s*(?:r#\s*)?%b(?!\w)" % re.escape(name))
