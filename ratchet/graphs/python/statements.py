"""An import statement around the word `import`, as its letters say; whether it is code is asked elsewhere."""

from __future__ import annotations

import re
from typing import NamedTuple

from ratchet.graphs.python.decoding import name_of
from ratchet.graphs.python.patterns import GAP, WORD, many, some

__all__ = ["Statement", "Taken", "statement_at"]

_NAME = rb"[A-Za-z_\x80-\xff][%s]*+" % WORD
_DOTTED = re.compile(_NAME + many(rb"\." + _NAME))
_RELATIVE = re.compile(rb"(\.*+)((?:%s)?)" % _DOTTED.pattern)
_SPACED_DOT = re.compile(rb"\s*+\.\s*+")
_FROM = re.compile(rb"from(?=[ \t\f.\\])" + some(rb"[%s. \t\f]++|\\\n" % WORD))
# What may follow the word: names up to the next such word, or anything in parentheses but other brackets.
_LIST = re.compile(some(rb"(?!import(?![%s]))[%s]++|[.,* \t\f]++|\\\n" % (WORD, WORD)))
_PARENTHESES = re.compile(many(GAP) + rb"\((" + many(rb"[^()#\"']++|#[^\n]*+") + rb")\)")
_COMMENT = re.compile(rb"#[^\n]*+")
_BEFORE = b"\n;:"
# Nearly all statements are alone on their line and rename nothing; they are read in one step.
_WORDS = rb"[A-Za-z_][A-Za-z0-9_]*+"
_PATH = _WORDS + many(rb"\." + _WORDS)
_LINE = _WORDS + many(rb" *+, *+" + _WORDS)
_LINES = _WORDS + many(rb"\s*+,\s*+" + _WORDS)
_SIMPLE = re.compile(
    rb"([ \t]*+)(?:from +(\.*+)((?:%s)?) +import +(?:(%s)|\(\s*+(%s),?\s*+\))|import +(%s))(?=[ \t]*+(?:[#\n;]|\Z))"
    % (_PATH, _LINE, _LINES, _PATH)
)
_LETTERS = frozenset(range(128, 256)) | frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.")


class Taken(NamedTuple):
    """A module, what is taken from it, and what those are called that get another name."""

    module: str
    level: int
    names: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...] = ()


class Statement(NamedTuple):
    """One statement: where it begins, whether it says `lazy` (PEP 810), and what it imports."""

    start: int
    lazy: bool
    taken: tuple[Taken, ...]


def statement_at(text: bytes, word: int, floor: int) -> Statement | None:
    """The statement whose word `import` is here; `floor` is where the last one that was found ends."""
    return _simple(text, word, floor) or _any(text, word, floor)


def _simple(text: bytes, word: int, floor: int) -> Statement | None:
    line = text.rfind(b"\n", floor, word) + 1
    whole = (line or not floor) and text[max(0, line - 2) : max(0, line - 1)] != b"\\"
    found = _SIMPLE.match(text, line) if whole else None
    if found is None:
        return None
    blanks, dots, source, names, listed, module = found.groups()
    if module is not None:
        return Statement(word, False, (Taken(module.decode(), 0, ()),)) if found.start(6) > word else None
    if found.end(3) > word or not (dots or source):
        return None
    taken = Taken(source.decode(), len(dots), tuple((names or listed).decode().replace(",", " ").split()))
    return Statement(line + len(blanks), False, (taken,))


def _any(text: bytes, word: int, floor: int) -> Statement | None:
    start = _from_before(text, word, floor)
    taken = _plain(text, word) if start == word else _from(text, start, word)
    if not taken:
        return None
    first = _soft_keyword(text, start, floor)
    before = text[floor:first].rstrip(b" \t\f")[-1:] or text[max(0, floor - 1) : floor]
    return Statement(first, first < start, taken) if not before or before in _BEFORE else None


def _from_before(text: bytes, word: int, floor: int) -> int:
    """Where the `from` is that belongs to this word; the word itself, if there is none."""
    found = text.rfind(b"from", floor, word)
    while found >= 0 and not (_starts(text, found) and text[found + 4] in b" \t\f.\\"):
        found = text.rfind(b"from", floor, found)
    match = _FROM.match(text, found, word) if found >= 0 else None
    return found if match and match.end() == word else word


def _starts(text: bytes, place: int) -> bool:
    """Whether a word begins here."""
    return place == 0 or text[place - 1] not in _LETTERS


def _soft_keyword(text: bytes, start: int, floor: int) -> int:
    """Where the `lazy` is that stands before this statement; its start, if there is none."""
    before = text[floor:start].rstrip(b" \t\f")
    lazy = floor + len(before) - 4
    if not before.endswith(b"lazy") or lazy + 4 == start:
        return start
    return lazy if _starts(text, lazy) else start


def _plain(text: bytes, word: int) -> tuple[Taken, ...]:
    found = _LIST.match(text, word + 6)
    if found is None:
        return ()
    taken = []
    for part in _unfolded(found[0]).split(b","):
        name, alias = _part(part)
        if not _DOTTED.fullmatch(name):
            return ()
        module = name_of(name)
        taken.append(Taken(module, 0, (), ((module, name_of(alias)),) if alias else ()))
    return tuple(taken)


def _from(text: bytes, start: int, word: int) -> tuple[Taken, ...]:
    source = _RELATIVE.fullmatch(_closed(_unfolded(text[start + 4 : word])))
    if source is None or not source[0]:
        return ()
    found = _PARENTHESES.match(text, word + 6) or _LIST.match(text, word + 6)
    if found is None:
        return ()
    names: list[str] = []
    renamed = []
    for part in _unfolded(found[found.lastindex or 0]).split(b","):
        name, alias = _part(part)
        if name != b"*" and not _DOTTED.fullmatch(name):
            if name or not names:
                return ()
            continue
        names.append(name_of(name))
        if alias:
            renamed.append((names[-1], name_of(alias)))
    return (Taken(name_of(source[2]), len(source[1]), tuple(names), tuple(renamed)),)


def _unfolded(part: bytes) -> bytes:
    if b"#" in part:
        part = _COMMENT.sub(b"", part)
    return part.replace(b"\\\n", b" ") if b"\\" in part else part


def _closed(part: bytes) -> bytes:
    """A dotted name without the blanks around its dots; blanks between names stay and are no name."""
    return _SPACED_DOT.sub(b".", part.strip())


def _part(part: bytes) -> tuple[bytes, bytes]:
    """A name and its alias; a name that is none, where the words make no sense."""
    words = part.split()
    if len(words) == 1:
        return words[0], b""
    if len(words) > 2 and words[-2] == b"as" and _DOTTED.fullmatch(words[-1]):
        return _closed(b" ".join(words[:-2])), words[-1]
    return _closed(part), b""
