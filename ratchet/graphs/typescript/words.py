"""What a word means where it stands: a keyword that changes how to read on, an import, or a name."""

from __future__ import annotations

from ratchet.graphs.typescript.brackets import CONTROL
from ratchet.graphs.typescript.clauses import exported, imported, unquoted
from ratchet.graphs.typescript.patterns import EXPORT, IMPORT, REQUIRE, TAIL, THEN
from ratchet.graphs.typescript.state import Found, State

__all__ = ["on_word"]

_AFTER_NAME = frozenset({"in", "instanceof", "as", "satisfies", "extends", "implements", "is", "of"})
_STARTS = frozenset(
    {
        "const",
        "var",
        "export",
        "return",
        "if",
        "for",
        "while",
        "do",
        "switch",
        "try",
        "throw",
        "break",
        "continue",
        "debugger",
        "with",
        "case",
        "interface",
    }
)
_OPENS = frozenset(
    {
        "return",
        "typeof",
        "instanceof",
        "in",
        "new",
        "delete",
        "void",
        "throw",
        "yield",
        "await",
        "extends",
        "const",
        "var",
        "case",
        "default",
        "export",
    }
)
_KEEPS_FRESH = frozenset({"async", "export", "default", "declare", "abstract"})
_PROPERTY = frozenset({".", "?.", "#"})
_CALLED = frozenset({"import", "require"})  # no member is called with a text: `{ a: B<C, import("x").D> }`
_TYPE_ENDS = frozenset({":", "=>", "|"})


def on_word(state: State, word: str, start: int, end: int) -> None:
    """A keyword, a name or a number."""
    if state.last in _PROPERTY:
        state.step(word, end, True)
        return
    if _begins(state, word, start):
        state.boundary()
    top = state.top
    if top.key and word not in _CALLED:
        state.step(word, end, True)
        return
    special = _SPECIAL.get(word)
    if special is not None and special(state, start, end):
        return
    fresh = top.fresh
    top.fresh = fresh and word in _KEEPS_FRESH
    if word in _OPENS or (word == "of" and top.role == "control"):
        state.step(word, end, word == "void" and state.last in _TYPE_ENDS)
        return
    if fresh:
        state.label = end
    if special is None and not top.pending:
        tail = TAIL.match(state.text, end, state.stop)
        end = tail.end() if tail else end
        word = state.text[end - 1]
    state.step(word, end, True)


def _begins(state: State, word: str, start: int) -> bool:
    """Is this word the first of a statement, though no semicolon stands before it?"""
    if state.top.key or word in _AFTER_NAME:
        return False
    ended = state.operand or word in _STARTS or (state.last == ">" and state.top.role == "class")
    return ended and state.newline(start)


def _function(state: State, _start: int, end: int) -> bool:
    top = state.top
    top.pending, top.expression, top.fresh = "function", not top.fresh, False
    state.step("function", end, False)
    return True


def _class(state: State, _start: int, end: int) -> bool:
    top = state.top
    top.pending, top.expression, top.fresh = "class", not top.fresh, False
    state.step("class", end, False)
    return True


def _interface(state: State, start: int, end: int) -> bool:
    return state.top.fresh and _class(state, start, end)


def _control(state: State, start: int, end: int) -> bool:
    state.top.fresh = False
    state.step(state.text[start:end], end, False)
    return True


def _await(state: State, _start: int, end: int) -> bool:
    """`for await (` is a `for`."""
    if state.last == "for":
        state.step("for", end, False)
        return True
    return False


def _braced(state: State, start: int, end: int) -> bool:
    """`else`, `do`, `try`, `finally`: a statement follows."""
    top, word = state.top, state.text[start:end]
    top.fresh, top.arrow, top.branch = True, False, word == "else" or (top.branch and word == "do")
    state.step(word, end, False)
    return True


def _case(state: State, _start: int, _end: int) -> bool:
    if state.last != "export":
        state.top.casing = True
    return False


def _import(state: State, start: int, _end: int) -> bool:
    match = IMPORT.match(state.text, start, state.stop)
    if match is None:
        return False
    if called := match["called"] or match["phased"]:
        typed = state.last == "typeof" or (match.group()[-1] == ")" and THEN.match(state.text, match.end()) is not None)
        lazy, conditional = not typed, not typed and state.conditional()
        state.take(Found(start, unquoted(called), (), typed, lazy, conditional))
        return False
    state.take(Found(start, *imported(match)))
    state.top.fresh = False
    state.step('"', match.end(), True)
    return True


def _export(state: State, start: int, _end: int) -> bool:
    match = EXPORT.match(state.text, start, state.stop)
    if match is None:
        return False
    state.take(Found(start, *exported(match)))
    state.top.fresh = False
    state.step('"', match.end(), True)
    return True


def _require(state: State, start: int, _end: int) -> bool:
    match = REQUIRE.match(state.text, start, state.stop)
    if match is not None:
        state.take(Found(start, unquoted(match["called"]), (), False, state.lazy(), state.conditional()))
    return False


_SPECIAL = {
    "function": _function,
    "class": _class,
    "interface": _interface,
    "await": _await,
    "case": _case,
    "default": _case,
    "import": _import,
    "export": _export,
    "require": _require,
    **dict.fromkeys(CONTROL, _control),
    **dict.fromkeys(("else", "do", "try", "finally"), _braced),
}
