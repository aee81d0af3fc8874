"""The imports of one file, found by its tokens: no tree is built, and nothing is read after the last possible import.

A mark matters where it tells a regular expression from a division, markup from a comparison, code from text, or the
body of a function from other braces. The oracle tests hold the answers to those of the TypeScript compiler.
"""

from __future__ import annotations

import re

from ratchet.graphs.typescript.brackets import close_bracket, open_bracket
from ratchet.graphs.typescript.clauses import unquoted
from ratchet.graphs.typescript.frames import Frame
from ratchet.graphs.typescript.markup import in_children, in_tag, on_less
from ratchet.graphs.typescript.patterns import CHUNK, LITERAL, REFERENCE, TOKEN
from ratchet.graphs.typescript.state import Found, State
from ratchet.graphs.typescript.words import on_word

__all__ = ["scan"]

# A word, and what must follow it to be an import at all.
_CANDIDATES = (
    ("import", re.compile(r"import(?![\w$])")),
    ("require", re.compile(r"require\s*+[(/]")),
    ("from", re.compile(r"from\s*+[\"'/]")),
)
_MOST_RETRIES = 4
_MOST_IN_VAIN = 8
_MOST_HEAD = 10_000  # `/// <reference` stands before all code


def scan(text: str, start: int, stop: int, marked: bool) -> tuple[Found, ...]:
    """What is imported between two offsets; `marked` where `<` may begin markup.

    Markup that never ends was none: the scan is repeated without it, a few times, and then without any.
    """
    until = _last_candidate(text, start, stop)
    refused: frozenset[int] = frozenset()
    while True:
        state = State(text, start, stop, until, marked and len(refused) <= _MOST_RETRIES, refused)
        _run(state)
        if state.markup < 0:
            return tuple(state.found)
        refused |= {state.markup}


def _run(state: State) -> None:
    while state.at < state.stop and (state.at <= state.until or state.markup >= 0):
        _MODES.get(state.top.role, _code)(state)


def _last_candidate(text: str, start: int, stop: int) -> int:
    """The offset of the last word that may import something: most files import at their top."""
    last = -1
    for word, pattern in _CANDIDATES:
        at = text.rfind(word, start, stop)
        while at > last and pattern.match(text, at, stop) is None:
            at = text.rfind(word, start, at)
        last = max(last, at)
    return max(last, text.rfind("<reference", start, min(stop, start + _MOST_HEAD)))


def _code(state: State) -> None:
    match = TOKEN.match(state.text, state.at, state.stop)
    if match is None:  # only white space is left
        state.at = state.stop
        return
    kind = match.lastindex
    assert kind is not None
    _TOKENS[kind](state, match[kind], match.start(kind), match.end())


def _nothing(_state: State, _token: str, _start: int, _end: int) -> None:
    """Never called."""


def _string(state: State, mark: str, start: int, end: int) -> None:
    if state.operand and state.newline(start) and not state.top.key:
        state.boundary()
    state.top.fresh = False
    state.step(mark[:1], end, True)


def _comment(state: State, mark: str, start: int, end: int) -> None:
    state.at = end
    if not state.last and (match := REFERENCE.match(mark)):
        text = unquoted(match[2])
        state.take(Found(start, text if match[1] == "types" else _relative(text), (), True))


def _relative(path: str) -> str:
    return path if path.startswith((".", "/")) else f"./{path}"


def _backquote(state: State, _token: str, _start: int, end: int) -> None:
    state.top.fresh = False
    state.frames.append(Frame("template", lazy=state.lazy(), conditional=state.conditional()))
    state.at = end


def _in_template(state: State) -> None:
    match = CHUNK.match(state.text, state.at, state.stop)
    assert match is not None
    state.at = match.end()
    if match[1] == "${":
        state.frames.append(Frame("hole", lazy=state.lazy(), conditional=state.conditional()))
        state.step("{", state.at, False)
    else:
        state.frames.pop()
        state.step("`", state.at, True)


def _slash(state: State, _mark: str, start: int, end: int) -> None:
    """A regular expression where a value may begin, else a division."""
    begins = not state.operand or (state.last == "=>}" and state.newline(start))
    state.top.fresh = False
    match = _literal(state, start) if begins else None
    if match is None:
        state.step("/", end, False)
    else:
        state.step("/re/", match.end(), True)


def _literal(state: State, start: int) -> re.Match[str] | None:
    """The regular expression that begins here; what is looked through in vain is limited, for long lines."""
    if state.vain > _MOST_IN_VAIN * len(state.text):
        return None
    match = LITERAL.match(state.text, start, state.stop)
    if match is None:
        end = state.text.find("\n", start, state.stop)
        state.vain += (end if end >= 0 else state.stop) - start
    return match


def _arrow(state: State, mark: str, _start: int, end: int) -> None:
    state.top.arrow = True
    state.top.awaiting = False
    state.step(mark, end, False)


def _mark(state: State, mark: str, start: int, end: int) -> None:
    """The marks that end something, or that may stand after a value as well as before one."""
    if mark in {"++", "--", "!"}:
        state.top.fresh = False
        state.step(mark, end, state.operand and not state.newline(start))
        return
    _MARKS[mark](state)
    state.step(mark, end, False)


def _comma(state: State) -> None:
    top = state.top
    top.arrow = False
    top.key = top.role == "object"


def _colon(state: State) -> None:
    top = state.top
    top.fresh = top.casing or (state.label == state.end and top.role in {"block", "function"})
    top.casing = top.key = False
    state.label = -1


def _equals(state: State) -> None:
    top = state.top
    top.key = top.awaiting = top.fresh = False


def _other(state: State, mark: str, _start: int, end: int) -> None:
    top = state.top
    top.fresh = False
    if mark == "...":
        top.key = False
    state.step(mark, end, mark[0] == "\\")


_MARKS = {";": State.boundary, ",": _comma, ":": _colon, "=": _equals}
_TOKENS = (
    _nothing,  # no group has the number 0
    on_word,
    _string,
    _comment,
    open_bracket,
    close_bracket,
    _backquote,
    _slash,
    _arrow,
    on_less,
    _mark,
    _other,
)
_MODES = {"template": _in_template, "tag": in_tag, "children": in_children}
