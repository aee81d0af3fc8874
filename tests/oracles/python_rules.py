"""What `ast` and `tokenize` find in Python files, with every exemption of a rule as a class that has a name.

The definitions are written from the rules' pages and not from their queries, so that the two can disagree.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import unicodedata
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["RULES", "Found", "Site", "find"]

RULES = (
    "any",
    "bare-except",
    "broad-except",
    "long-function",
    "long-module",
    "noqa",
    "print",
    "ratchet-allow",
    "type-ignore",
)
_BROAD = ("Exception", "BaseException")
_LOGS = ("critical", "debug", "error", "info", "log", "warn", "warning")


@dataclass(frozen=True, slots=True)
class Site:
    """One place that a rule could count, and the class that exempts it, if one does."""

    rule: str
    line: int
    exempt: str = ""
    last: int = 0
    """The last line of what an exception handler catches."""
    ruff: str = "reports"
    """Whether ruff `reports` the place, is `silent`, or `may` do either, by what it knows of names."""


@dataclass(frozen=True, slots=True)
class Found:
    """The sites of one file."""

    sites: tuple[Site, ...] = field(default=())

    @property
    def counted(self) -> Counter[tuple[str, int]]:
        """How often a rule counts on a line."""
        return Counter((site.rule, site.line) for site in self.sites if not site.exempt)


def find(path: Path, name: str) -> Found | None:
    """The sites of a file by its name in the repository; none where Python cannot read it."""
    data = path.read_bytes()
    try:
        encoding = tokenize.detect_encoding(io.BytesIO(data).readline)[0]
        text = data.decode(encoding)
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(data)
        tokens = list(tokenize.tokenize(io.BytesIO(data).readline))
    except (SyntaxError, ValueError, LookupError, tokenize.TokenError):
        return None
    return Found((*_of_tree(tree, name, text.split("\n")), *_any(tree, tokens), *_comments(tokens), *_module(text)))


def _of_tree(tree: ast.Module, name: str, text: list[str]) -> Iterator[Site]:
    is_program = name.endswith("/__main__.py") or re.search(r"(^|/)management/commands/[^/]+\.py$", name) is not None
    waiting: list[tuple[ast.AST, bool]] = [(tree, False)]
    prints = "may" if _has_own_print(tree) else "reports"
    while waiting:
        node, in_main = waiting.pop()
        if isinstance(node, ast.ExceptHandler):
            yield _handler(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = _last_line(node, text) - node.lineno + 1
            yield Site("long-function", node.lineno, "" if lines > 60 else "60 lines or fewer")
        elif isinstance(node, ast.Call) and _is_builtin(node.func, ("print",)):
            exempt = _print(node, in_main, is_program)
            # Ruff counts programs, and `file=` where that is a standard stream.
            yield Site("print", node.lineno, exempt, node.lineno, "may" if exempt == "file" else prints)
        if isinstance(node, ast.If) and _asks_for_main(node.test):
            waiting += [(each, True) for each in node.body]
            waiting += [(each, in_main) for each in (node.test, *node.orelse)]
        else:
            waiting += [(each, in_main) for each in ast.iter_child_nodes(node)]


def _last_line(function: ast.FunctionDef | ast.AsyncFunctionDef, text: list[str]) -> int:
    """The last line of a function with the comments that are indented like its body, which `ast` leaves out."""
    last = function.end_lineno or function.lineno
    for number, line in enumerate(text[last:], last + 1):
        code = line.lstrip()
        if code and (not code.startswith("#") or len(line) - len(code) <= function.col_offset):
            break
        last = number if code else last
    return last


def _is_builtin(node: ast.expr, names: tuple[str, ...]) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr in names and isinstance(node.value, ast.Name) and node.value.id == "builtins"
    return isinstance(node, ast.Name) and node.id in names


def _print(call: ast.Call, in_main: bool, is_program: bool) -> str:
    if any(keyword.arg == "file" for keyword in call.keywords):
        return "file"
    if in_main:
        return "main block"
    return "program" if is_program else ""


def _asks_for_main(test: ast.expr) -> bool:
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
        return False
    sides = (test.left, test.comparators[0])
    names = any(isinstance(side, ast.Name) and side.id == "__name__" for side in sides)
    return names and any(isinstance(side, ast.Constant) and side.value == "__main__" for side in sides)


def _has_own_print(tree: ast.Module) -> bool:
    """Whether another function may stand under the name, as with `from rich import print`."""
    for node in ast.walk(tree):
        name = getattr(node, "name", "") if isinstance(node, ast.FunctionDef | ast.alias) else ""
        bound = getattr(node, "asname", None) or getattr(node, "arg", "") or name
        stored = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == "print"
        if bound == "print" or stored:
            return True
    return False


def _handler(handler: ast.ExceptHandler) -> Site:
    if handler.type is None:
        raises = any(isinstance(each, ast.Raise) and each.exc is None for each in handler.body)
        return Site("bare-except", handler.lineno, "", handler.lineno, "silent" if raises else "reports")
    last = handler.type.end_lineno or handler.lineno
    if not _is_broad(handler.type):
        return Site("broad-except", handler.lineno, "named", last, "silent")
    own = list(_own_statements(handler.body))
    if any(_raises_again(each, handler.name) for each in own):
        return Site("broad-except", handler.lineno, "raises again", last, "silent")
    if any(_logs_traceback(each) for each in own):
        # A logger that another module made is none for ruff.
        return Site("broad-except", handler.lineno, "logs the traceback", last, "may")
    return Site("broad-except", handler.lineno, "", last)


def _is_broad(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple):
        return any(_is_broad(each) for each in node.elts)
    return _is_builtin(node, _BROAD)


def _own_statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run with the handler: not those of functions and classes in it, or of another `try`."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Try | ast.TryStar):
            continue
        yield statement
        for name in ("body", "orelse"):
            yield from _own_statements(getattr(statement, name, []))
        for case in getattr(statement, "cases", []):
            yield from _own_statements(case.body)


def _raises_again(statement: ast.stmt, name: str | None) -> bool:
    if not isinstance(statement, ast.Raise):
        return False
    if statement.exc is None:
        return True
    return any(isinstance(each, ast.Name) and each.id == name for each in (statement.exc, statement.cause))


def _logs_traceback(statement: ast.stmt) -> bool:
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or not _is_logger(call.func.value):
        return False
    if call.func.attr == "exception":
        return True
    given = [keyword.value for keyword in call.keywords if keyword.arg == "exc_info"]
    return call.func.attr in _LOGS and any(not _is_false(value) for value in given)


def _is_logger(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) in ("getLogger", "logging.getLogger")
    base = node
    while isinstance(base, ast.Attribute):
        base = base.value
    tail = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return isinstance(base, ast.Name) and (tail.startswith(("log", "LOG")) or tail.endswith(("logger", "logging")))


def _is_false(node: ast.expr) -> bool:
    """Whether a value may be false: it is one, or begins with something else than a name or a number."""
    match node:
        case ast.Constant(value=value):
            return not (isinstance(value, int) and value)
        case ast.Tuple(elts=[first, *_]) | ast.BoolOp(values=[first, *_]):
            return _is_false(first)
        case ast.BinOp(left=first) | ast.Compare(left=first) | ast.IfExp(body=first) | ast.Call(func=first):
            return _is_false(first)
        case ast.Attribute(value=first) | ast.Subscript(value=first):
            return _is_false(first)
        case ast.Name(id=name):
            return name in ("dict", "list", "tuple", "set", "frozenset")
    return not isinstance(node, ast.Await | ast.Lambda | ast.NamedExpr | ast.Yield) and not _is_not(node)


def _is_not(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)


def _any(tree: ast.Module, tokens: list[tokenize.TokenInfo]) -> Iterator[Site]:
    imported = {
        (alias.lineno, alias.col_offset)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    for token in tokens:
        if token.type == tokenize.NAME and unicodedata.normalize("NFKC", token.string) == "Any":
            start = (token.start[0], len(token.line[: token.start[1]].encode()))
            yield Site("any", token.start[0], "imported name" if start in imported else "")
    if not hasattr(tokenize, "FSTRING_START"):
        yield from (site for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for site in _any_in(node))


def _any_in(text: ast.JoinedStr) -> Iterator[Site]:
    """Before Python 3.12 an f-string is one token."""
    for value in (each for each in text.values if isinstance(each, ast.FormattedValue)):
        for node in ast.walk(value.value):
            if "Any" in (getattr(node, "id", ""), getattr(node, "attr", "")):
                yield Site("any", getattr(node, "end_lineno", 0))


def _comments(tokens: list[tokenize.TokenInfo]) -> Iterator[Site]:
    for token in tokens:
        if token.type != tokenize.COMMENT:
            continue
        text, line = token.string, token.start[0]
        if any(word in text.lower() for word in ("noqa", "pylint", "ruff")):
            yield Site("noqa", line, "" if _silences_lint(text) else "words")
        if any(word in text.lower() for word in ("type:", "pyright", "mypy", "ty:")):
            yield Site("type-ignore", line, "" if _silences_types(text) else "words")
        if "ratchet" in text:
            yield Site("ratchet-allow", line, "" if _follows(text, "ratchet:", "allow(") else "words")


def _silences_lint(comment: str) -> bool:
    for part in (each.strip() for each in comment.split("#")[1:]):
        tool, mark, words = part.partition(":") if ":" in part.partition("=")[0] else part.partition("=")
        if part.lower().startswith("noqa"):
            return True
        if mark and tool.strip().lower() in ("flake8", "ruff") and words.strip().lower().startswith("noqa"):
            return True
        verb, bracket, _ = words.partition("[")
        if bracket and tool.strip() == "ruff" and verb.strip().removeprefix("file-") in ("ignore", "disable"):
            return True
    pragmas = (each.replace("#", ";").partition(";")[0] for each in _after(comment, "pylint:"))
    return any(word.startswith("disable") or word == "skip-file" for each in pragmas for word in _pylint_words(each))


def _pylint_words(pragma: str) -> list[str]:
    return "".join(letter if letter.isalnum() or letter in "-_" else " " for letter in pragma).split()


def _silences_types(comment: str) -> bool:
    parts = [each.strip() for each in comment.split("#")[1:]]
    return (
        any(part.startswith("type:") and _begins(part[5:], "ignore") for part in parts)
        or (parts[0].startswith("mypy:") and any(map(_makes_mypy_silent, parts[0][5:].split(","))))
        or any(_begins(words, "ignore") for words in (*_after(comment, "pyright:"), *_after(comment, "ty:")))
    )


def _makes_mypy_silent(option: str) -> bool:
    name = option.partition("=")[0].replace('"', "").strip().lower().replace("_", "-")
    return name.removeprefix("no-") in ("ignore-errors", "disable-error-code")


def _begins(words: str, word: str) -> bool:
    """Whether a whole word comes first."""
    rest = words.lstrip()
    return rest.startswith(word) and not (rest[len(word) :][:1].isalnum() or rest[len(word) :][:1] == "_")


def _after(comment: str, word: str) -> list[str]:
    """What follows each place where a word begins."""
    places = [at for at in range(len(comment)) if comment.startswith(word, at)]
    return [comment[at + len(word) :] for at in places if not (comment[at - 1].isalnum() or comment[at - 1] == "_")]


def _follows(comment: str, word: str, *directives: str) -> bool:
    """Whether a directive follows a word, whatever is before it."""
    return any(rest.lstrip().startswith(directives) for rest in comment.split(word)[1:])


def _module(text: str) -> Iterator[Site]:
    lines = text.split("\n")
    first = next((number for number, line in enumerate(lines, 1) if line.strip()), 0)
    last = len(lines) if lines[-1] else len(lines) - 1
    if first:
        yield Site("long-module", first, "" if last - first + 1 > 500 else "500 lines or fewer")
