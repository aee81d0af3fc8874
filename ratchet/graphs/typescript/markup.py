"""JSX: tags, their attributes and the text between them, in which words are no code."""

from __future__ import annotations

import re

from ratchet.graphs.typescript.frames import Frame
from ratchet.graphs.typescript.patterns import TAG
from ratchet.graphs.typescript.state import State

__all__ = ["in_children", "in_tag", "on_less"]

_OPEN = re.compile(r"<\s*+(?:>|(?P<name>[^\W\d][\w$.:-]*+|\$[\w$.:-]*+))")
# As the compiler decides in a file that may hold markup: `<T,>`, `<T extends U>` and `<T = U>` are type parameters.
_GENERIC = re.compile(r"<\s*+(?:const\s++)?[\w$]++\s*+(?:,|=(?!=)|extends(?![\w$-])(?!\s*[=>/]))")
_CALL = re.compile(r"<\s*+([\w$]++)\s*+>\s*+\(")
_CLOSER = re.compile(r"</\s*+([\w$.:-]++)")
_TEXT = re.compile(r"[^<{]*+(</|<|\{|\Z)")
_CLOSE = re.compile(r"[^>]*+>?")


def on_less(state: State, _token: str, start: int, end: int) -> None:
    """`<` in code: a tag where a value may begin, an operator elsewhere."""
    if state.marked and not state.operand and state.last != "new" and start not in state.refused:
        match = _OPEN.match(state.text, start, state.stop)
        if match is not None and not _type_parameters(state, start):
            state.top.fresh = False
            _open(state, match)
            return
    state.step("<", end, False)


def _type_parameters(state: State, start: int) -> bool:
    """Is this `<T>(…) => …`, of a function or of its type? A tag of that name would be closed somewhere."""
    if _GENERIC.match(state.text, start, state.stop):
        return True
    call = _CALL.match(state.text, start, state.stop)
    if call is None:
        return False
    if state.closers is None:
        found = _CLOSER.finditer(state.text, 0, state.stop)
        state.closers = {match[1]: match.start() for match in found}
    return state.closers.get(call[1], -1) < start


def _open(state: State, match: re.Match[str]) -> None:
    if state.markup < 0:
        state.markup, state.level = match.start(), len(state.frames)
    frame = Frame("tag" if match["name"] else "children", lazy=state.lazy(), conditional=state.conditional())
    state.frames.append(frame)
    state.at = match.end()


def in_tag(state: State) -> None:
    """Between `<name` and `>`: attributes, of which only what is in braces is code."""
    match = TAG.match(state.text, state.at, state.stop)
    assert match is not None
    mark, frame = match[1], state.top
    state.at = match.end()
    if mark == "{":
        _hole(state)
    elif mark == "<":
        _inner(state, match.start(1), frame)
    elif mark == "/>":
        _finish(state)
    elif mark == ">" and frame.depth:
        frame.depth -= 1
    elif mark == ">":
        frame.role = "children"
    frame.word = mark


def _inner(state: State, start: int, frame: Frame) -> None:
    """After `=` a tag as the value of an attribute, else the arguments of a generic component."""
    match = _OPEN.match(state.text, start, state.stop)
    if frame.word == "=" and match is not None:
        _open(state, match)
    else:
        frame.depth += 1


def in_children(state: State) -> None:
    """Between `<name>` and `</name>`: text, tags, and code in braces."""
    match = _TEXT.match(state.text, state.at, state.stop)
    assert match is not None
    mark = match[1]
    state.at = match.end()
    if mark == "{":
        _hole(state)
    elif mark == "</":
        close = _CLOSE.match(state.text, state.at, state.stop)
        assert close is not None
        state.at = close.end()
        _finish(state)
    elif mark == "<" and (opened := _OPEN.match(state.text, match.start(1), state.stop)):
        _open(state, opened)


def _hole(state: State) -> None:
    state.frames.append(Frame("hole", lazy=state.lazy(), conditional=state.conditional()))
    state.step("{", state.at, False)


def _finish(state: State) -> None:
    """An element is over, and with the outermost one the markup."""
    state.frames.pop()
    if len(state.frames) == state.level:
        state.markup = -1
    if state.top.role not in {"tag", "children"}:
        state.step("</>", state.at, True)
