"""A Rust file as items, each of which can be parsed by itself: letters tell them, at a tenth of what a parse costs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from ratchet.model.language import Language
from ratchet.syntax.late import late
from ratchet.syntax.rust.lexing import code_of
from ratchet.syntax.rust.marks import INCLUDES, starts
from ratchet.syntax.rust.plain import WHITE
from ratchet.syntax.scoping import Items, Stretch
from ratchet.syntax.words import every_place

__all__ = ["items"]

# Where an item may end: behind a bracket at the margin, if a semicolon or the first word of an item follows.
_AT_MARGIN = (b"\n)", b"\n]", b"\n}")
_END = late(
    rb"\n(?:[)\]}]+;|\}(?=\s*(?:#|\Z|(?:async|const|enum|extern|fn|impl|macro_rules|mod|pub|static|struct|trait|type"
    rb"|unsafe|use)\b)))"
)
_OPENING, _CLOSING = (b"(", b"[", b"{"), (b")", b"]", b"}")
_MODULE_ELSEWHERE = late(rb"mod(?=\s)(?!\s+\w+\s*\{)")
_OF_THE_FILE = late(rb"#\s*!\s*\[\s*cfg")
_MODULE = late(rb"\s*((?:#\s*\[[^][]*\]\s*)*+)(?:pub\s*(?:\([^()]*\)\s*)?)?mod\s+\w+\s*\{")
_FOR_TESTS = late(rb"#\s*\[\s*cfg\s*\(\s*test\s*\)\s*\]")
_BRACE = late(rb"[{}]")
_FIRST_LINE = late(rb"#!(?!\s*\[)|---")


def items(text: bytes, language: Language) -> Items | None:
    """The items of a plain source; None where its letters do not tell them for sure."""
    if _FIRST_LINE().match(text) or (not text.isascii() and any(white in text for white in WHITE)):
        return None
    code = code_of(text)
    stretches = _stretches(code) if code is not None else ()
    if code is None or not stretches:
        return None
    links, ties = tuple(_links(code)), tuple(_ties(code, stretches[0][1], language))
    return Items(stretches, code, links + ties, frozenset(_tests(code, stretches)), bool(ties))


def _stretches(code: bytes) -> tuple[Stretch, ...]:
    """The items from end to end, no bracket of which is open or closed elsewhere; none where a bracket is."""
    found: list[Stretch] = []
    start = at = depth = 0
    for end in (*_ends(code), len(code)):
        depth += sum(code.count(each, at, end) for each in _OPENING)
        depth -= sum(code.count(each, at, end) for each in _CLOSING)
        if depth < 0:
            return ()
        if not depth:
            found.append((start, end))
            start = end
        at = end
    return () if depth else tuple(found)


def _ends(code: bytes) -> list[int]:
    """Where an item may end. Brackets at the margin are looked for first: an expression would stop at every line."""
    found = (_END().match(code, at) for bracket in _AT_MARGIN for at in every_place(bracket, code))
    return sorted(match.end() for match in found if match)


def _tests(code: bytes, stretches: Sequence[Stretch]) -> Iterator[int]:
    """The numbers of the items that are one module that is there for tests alone."""
    starts = [start for start, _ in stretches]
    for number in {bisect_right(starts, match.start()) - 1 for match in _FOR_TESTS().finditer(code)}:
        if _is_test(code, stretches[number]):
            yield number


def _is_test(code: bytes, stretch: Stretch) -> bool:
    """Whether an item is one module that is there for tests alone."""
    head = _MODULE().match(code, *stretch)
    if not head or not _FOR_TESTS().search(head[1]):
        return False
    depth = 1
    for brace in _BRACE().finditer(code, head.end(), stretch[1]):
        depth += 1 if brace[0] == b"{" else -1
        if not depth:
            return not code[brace.end() : stretch[1]].strip()
    return False


def _links(code: bytes) -> Iterator[int]:
    """Where the code speaks of other files."""
    yield from starts(_MODULE_ELSEWHERE(), code)
    yield from every_place(INCLUDES[0].encode(), code)


def _ties(code: bytes, first_end: int, language: Language) -> Iterator[int]:
    """Where the code speaks of the whole file, or of a macro whose meaning it may change elsewhere."""
    yield from (match.start() for match in _OF_THE_FILE().finditer(code, 0, first_end))
    for name in (*language.inert_macros, *language.test_macros):
        yield from every_place(name.encode(), code)
