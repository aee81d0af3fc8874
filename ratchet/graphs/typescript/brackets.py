"""What a bracket opens: the body of a function, a block, an object, a class; and what follows when it closes."""

from __future__ import annotations

from ratchet.graphs.typescript.frames import Frame, Role
from ratchet.graphs.typescript.state import State

__all__ = ["CONTROL", "close_bracket", "open_bracket"]

CONTROL = frozenset({"if", "for", "while", "with", "switch", "catch"})
_BLOCKS = frozenset({"else", "do", "try", "finally", "catch", "static"})
_BRANCHES = frozenset({"if", "else", "switch", "try", "catch"})
_BRACED = ("block", "function")


def open_bracket(state: State, mark: str, _start: int, end: int) -> None:
    """`(`, `[` or `{` in code."""
    frame = {"(": _parenthesis, "[": _group, "{": _brace}[mark](state)
    top = state.top
    frame.lazy = frame.role == "function" or state.lazy()
    if frame.role != "function":
        frame.conditional = frame.conditional or state.conditional()
    if mark == "{" and state.last == "=>":
        top.arrow = False
    top.fresh = False
    state.frames.append(frame)
    state.step(mark, end, False)


def _group(_state: State) -> Frame:
    return Frame("group")


def _parenthesis(state: State) -> Frame:
    """The head of a control statement, the parameters of a function, or anything else."""
    top = state.top
    if state.last in CONTROL:
        return Frame("control", word=state.last)
    if top.pending == "function" or top.key:
        return Frame("function", word="(", expression=top.expression)
    return Frame("group")


def _brace(state: State) -> Frame:
    """What `{` opens is told by what stands before it."""
    role = _brace_role(state)
    top = state.top
    word = state.last.removesuffix(")")
    frame = Frame(role, fresh=role in _BRACED, key=role in {"class", "object"})
    if role == "function":
        frame.expression = state.last == "=>" or top.expression
        frame.word = "=>" if state.last == "=>" else ""
        top.awaiting, top.pending = False, ""
    elif role == "class":
        frame.expression, top.pending = top.expression, ""
    frame.conditional = role == "block" and word in _BRANCHES
    return frame


def _brace_role(state: State) -> Role:
    top, last = state.top, state.last
    complete = state.operand or last == ">"
    if last == "=>" or (top.awaiting and complete):
        return "function"
    if top.pending == "class" and (complete or last in {"class", "interface"}):
        return "class"
    if last in _BLOCKS or last.removesuffix(")") in CONTROL or top.fresh:
        return "block"
    if last == ")":
        return "function"
    return "block" if complete and top.role in _BRACED else "object"


def close_bracket(state: State, mark: str, _start: int, end: int) -> None:
    """`)`, `]` or `}` in code."""
    if len(state.frames) == 1:
        state.step(mark, end, True)
        return
    frame = state.frames.pop()
    if frame.role == "hole":
        state.at = end
        return
    state.step(mark, end, True)
    _CLOSED[frame.role](state, frame, mark)


def _close_group(_state: State, _frame: Frame, _token: str) -> None:
    """A value ends; nothing else changes."""


def _close_control(state: State, frame: Frame, _token: str) -> None:
    top = state.top
    top.fresh, state.operand, state.last = True, False, f"{frame.word})"
    if frame.word in _BRANCHES:
        top.branch = True


def _close_function(state: State, frame: Frame, mark: str) -> None:
    top = state.top
    if frame.word == "(":
        top.awaiting, top.pending, top.expression, top.key = True, "", frame.expression, False
    elif frame.word == "=>":
        state.last = "=>}"
    elif top.role in {"class", "object"}:
        top.key = top.key or not frame.expression
        state.operand = frame.expression
    elif not frame.expression:
        _close_block(state, frame, mark)


def _close_block(state: State, _frame: Frame, _token: str) -> None:
    state.boundary()
    state.operand = False


def _close_class(state: State, frame: Frame, mark: str) -> None:
    if not frame.expression:
        _close_block(state, frame, mark)


_CLOSED = {
    "group": _close_group,
    "object": _close_group,
    "control": _close_control,
    "function": _close_function,
    "block": _close_block,
    "class": _close_class,
}
